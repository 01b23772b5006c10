import { standardNames } from '@trellis/connector-sdk';
import {
  actionOfCapability,
  capabilitiesOf,
  membersOf,
  propertyOfCapability,
  type CapabilityMember,
} from '../described/capabilities.js';
import { checkLogin } from './check-login.js';
import { checkNames, withVariables, type Known } from './check-names.js';
import {
  checkContent,
  checkRequest,
  checkSource,
  checkSources,
  checkTemplates,
  withEach,
} from './check-requests.js';
import { checkSigning } from './check-signing.js';
import { checkValues, type Path, type ReportIssue } from '../described/check-values.js';
import { canConvert } from '../described/conversion.js';
import type { Action, Mapping, Property } from './description/devices.js';
import { type Parameter, findError } from './parameters.js';
import type { Authentication, OAuth2Authentication } from './description/authentication.js';
import type { Command, Request } from './description/requests.js';
import { namesInText } from './template.js';

export interface Description {
  base_url: string;
  parameters: Record<string, Parameter>;
  authentication: Authentication;
  requests: Record<string, Request>;
  devices: Mapping[];
  identity?: { request: string } | undefined;
}

export function checkDescription(description: Description, report: ReportIssue): void {
  const { parameters, requests, devices, authentication, base_url, identity } = description;
  const known: Known = new Map(
    Object.entries(parameters).map(([name, { secret }]) => [name, { isSecret: secret }]),
  );
  for (const [name, parameter] of Object.entries(parameters)) {
    checkValues(parameter, (path, detail) => report(['parameters', name, ...path], detail));
    if (parameter.default === undefined) continue;
    const detail = findError(parameter, parameter.default);
    if (detail !== undefined) report(['parameters', name, 'default'], detail);
  }
  checkBase(base_url, parameters, report);
  for (const [member, text] of Object.entries(textsIn(authentication))) {
    checkNames(['authentication', member], namesInText(text), known, report, { secrets: true });
  }
  const ofAuthentication: ReportIssue = (path, detail) =>
    report(['authentication', ...path], detail);
  if (authentication.scheme === 'oauth2') checkGrant(authentication, ofAuthentication);
  if (authentication.scheme === 'hmac') checkSigning(authentication, known, ofAuthentication);
  if (authentication.scheme === 'login') checkLogin(authentication, known, ofAuthentication);
  for (const [name, request] of Object.entries(requests)) {
    checkRequest(requests, { name, request, known }, report);
  }
  if (identity) {
    const request = Object.hasOwn(requests, identity.request) && requests[identity.request];
    if (!request) report(['identity', 'request'], 'There is no such request.');
    else if (request.each) report(['identity', 'request'], 'Must be a request without `each`.');
  }
  devices.forEach((mapping, index) => {
    checkMapping(mapping, withEach(requests, mapping.request, known), (path, detail) =>
      report(['devices', index, ...path], detail),
    );
    if (!Object.hasOwn(requests, mapping.request)) {
      report(['devices', index, 'request'], 'There is no such request.');
    }
  });
}

function textsIn(authentication: Authentication): Record<string, string> {
  if (authentication.scheme === 'hmac') return { key: authentication.key };
  if (authentication.scheme === 'login') return {};
  if (authentication.scheme !== 'oauth2') return authentication;
  const { grant, client_id, client_secret = '' } = authentication;
  // The app is the same for all clients.
  return grant === 'client_credentials' ? { client_id, client_secret } : {};
}

type Grant = OAuth2Authentication['grant'];

/** Members that only some grants have: they need them, or take them. */
const membersOfGrants = {
  authorization_endpoint: { needs: ['authorization_code'], takes: [] },
  device_authorization_endpoint: { needs: ['device_code'], takes: [] },
  origin_callback_uri: { needs: ['authorization_code'], takes: ['device_code'] },
  client_secret: { needs: ['client_credentials'], takes: ['authorization_code', 'device_code'] },
} as const satisfies Partial<
  Record<keyof OAuth2Authentication, { needs: Grant[]; takes: Grant[] }>
>;

function checkGrant(authentication: OAuth2Authentication, report: ReportIssue): void {
  const { grant } = authentication;
  for (const [member, { needs, takes }] of Object.entries(membersOfGrants)) {
    const isThere = authentication[member as keyof typeof membersOfGrants] !== undefined;
    const isNeeded = needs.some((one) => one === grant);
    if (isNeeded && !isThere) report([member], 'Is required.');
    const isTaken = isNeeded || takes.some((one) => one === grant);
    if (isThere && !isTaken) report([member], `The grant ${grant} has none.`);
  }
}

function checkBase(base: string, parameters: Record<string, Parameter>, report: ReportIssue): void {
  for (const name of namesInText(base)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter?.type === 'host' && !parameter.secret) continue;
    report(['base_url'], `{${name}} must be a parameter of the type host.`);
  }
}

function checkMapping(mapping: Mapping, known: Known, report: ReportIssue): void {
  checkSources(['variables'], mapping.variables, known, report);
  const ofEntity = withVariables(known, Object.keys(mapping.variables));
  for (const name of ['id', 'title', 'description'] as const) {
    checkSource([name], mapping[name], ofEntity, report);
  }
  const all = withVariables(ofEntity, ['value']);
  const seen = new Set<string>();
  for (const kind of ['properties', 'actions'] as const) {
    mapping[kind].forEach((member, index) => {
      const within = (path: Path, detail: string) => report([kind, index, ...path], detail);
      const id = `${kind} ${member.capability ?? member.name}`;
      if (seen.has(id)) within([], 'Is there twice.');
      seen.add(id);
      if ('request' in member) checkAction(member, all, within);
      else checkProperty(member, all, within);
    });
  }
}

function checkProperty(property: Property, known: Known, report: ReportIssue): void {
  const { capability, name, type, unit, remote_unit, encoding, write } = property;
  const defined = capability === undefined ? undefined : propertyOfCapability(capability);
  if (requireOneName(property, report)) {
    if (capability !== undefined && !defined) {
      report(['capability'], unknownCapability('property', capability));
    }
    if (capability !== undefined && (type ?? unit) !== undefined) {
      report([type === undefined ? 'unit' : 'type'], 'A capability defines it.');
    }
    if (name !== undefined && type === undefined) report(['type'], 'Is required.');
    if (name !== undefined && standardNames.properties.has(name)) {
      report(['name'], reservedName('property', name));
    }
  }
  const target = (defined?.affordance.unit as string | undefined) ?? unit;
  const isKnown = capability === undefined || defined !== undefined;
  if (isKnown && remote_unit !== undefined && !canConvert(remote_unit, target)) {
    report(['remote_unit'], `Cannot be converted to ${target ?? 'a property without a unit'}.`);
  }
  checkValues({ ...defined?.affordance, ...property }, report);
  if (property.value !== undefined && property.expression !== undefined) {
    report(['expression'], 'Must not be there beside `value`.');
  }
  if (property.factor === 0) report(['factor'], 'Must not be 0.');
  if ((encoding !== undefined) !== (capability === 'light.color')) {
    report(['encoding'], 'Is for light.color, which needs it.');
  }
  if (write) checkCommand(write, known, (path, detail) => report(['write', ...path], detail));
}

function checkAction(action: Action, known: Known, report: ReportIssue): void {
  const { capability, name, request } = action;
  if (requireOneName(action, report)) {
    if (capability !== undefined && !actionOfCapability(capability)) {
      report(['capability'], unknownCapability('action', capability));
    }
    if (name !== undefined && standardNames.actions.has(name)) {
      report(['name'], reservedName('action', name));
    }
  }
  checkCommand(request, known, (path, detail) => report(['request', ...path], detail));
  if (action.input) {
    checkValues(action.input, (path, detail) => report(['input', ...path], detail));
  }
}

function checkCommand(command: Command, known: Known, report: ReportIssue): void {
  checkTemplates(command, known, report);
  if (command.body_as === 'form') checkContent(command, report);
}

function unknownCapability(kind: CapabilityMember['kind'], capability: string): string {
  const members = membersOf(kind, capability);
  return members.length === 0
    ? `There is no such ${kind}.`
    : `There is no such ${kind}: say which one, ${members.join(', ')}.`;
}

function reservedName(kind: CapabilityMember['kind'], name: string): string {
  const capabilities = capabilitiesOf(kind, name);
  const what = capabilities.length === 0 ? '' : ` (${capabilities.join(', ')})`;
  return `Is the name of what a capability defines${what}. Use the capability if it is that, or another name.`;
}

function requireOneName(
  { capability, name, role }: Property | Action,
  report: ReportIssue,
): boolean {
  if (capability !== undefined && role !== undefined) report(['role'], 'A capability defines it.');
  if ((capability === undefined) !== (name === undefined)) return true;
  report([], 'Must have either a capability or a name.');
  return false;
}
