import type { Mutation } from './mutation.js';

const src = 'libs/connectors/src';
const homeAssistant = `${src}/home-assistant`;
const hue = `${src}/philips-hue`;
const mqtt = `${src}/mqtt-discovery`;
const netatmo = `${src}/netatmo`;
const wot = `${src}/wot`;

export default [
  {
    file: `${netatmo}/heating/commands.ts`,
    from: "if (end !== undefined && mode === 'schedule') throw new Rejected('The schedule has no end.');",
    to: '',
    noticedBy: [`${netatmo}/heating/commands.test.ts`],
  },
  {
    file: `${hue}/groups.ts`,
    from: '.filter(({ group }) => group.rid === groupId)',
    to: '',
    noticedBy: [`${hue}/devices.test.ts`, `${hue}/connector.test.ts`],
  },
  {
    file: `${homeAssistant}/connection.ts`,
    from: 'const maxReceivedBytes = 48 * 1024 * 1024;',
    to: 'const maxReceivedBytes = 48 * 1024 * 1024 * 1024;',
    noticedBy: [`${homeAssistant}/connection.test.ts`, `${homeAssistant}/bounds.test.ts`],
  },
  {
    file: `${wot}/address.ts`,
    from: ' || url.username || url.password',
    to: '',
    noticedBy: [`${wot}/form.test.ts`, `${wot}/thing.test.ts`],
  },
  {
    file: `${wot}/progress.ts`,
    from: "if (status !== 'completed') throw",
    to: "if (status === 'failed') throw",
    noticedBy: [`${wot}/send.test.ts`],
  },
  {
    file: `${homeAssistant}/domains/sensor.ts`,
    from: "if (unit !== undefined || typeof state_class === 'string') return",
    to: 'if (unit !== undefined) return',
    noticedBy: [`${homeAssistant}/domains/sensor.test.ts`],
  },
  {
    file: `${mqtt}/titles.ts`,
    from: 'const isSensor = ability.name === ability.capability;',
    to: 'const isSensor = false;',
    noticedBy: [`${mqtt}/device.test.ts`],
  },
  {
    file: `${wot}/uri-template.ts`,
    from: "if (isMissing || /[{}]/.test(template.replaceAll(expression, ''))) return undefined;",
    to: 'if (isMissing) return undefined;',
    noticedBy: [`${wot}/uri-template.test.ts`],
  },
  {
    file: `${hue}/devices.ts`,
    from: "available: connection === undefined || connection.status === 'connected',",
    to: 'available: true,',
    noticedBy: [`${hue}/devices.test.ts`, `${hue}/connector.test.ts`],
  },
  {
    file: `${mqtt}/template/expression.ts`,
    from: '      left = b;\n',
    to: '',
    noticedBy: [`${mqtt}/template/template.test.ts`],
  },
  {
    file: `${mqtt}/payload.ts`,
    from: "return text.replaceAll('\\u0000', '').toWellFormed();",
    to: "return text.replaceAll('\\u0000', '');",
    noticedBy: [
      `${mqtt}/availability.test.ts`,
      `${mqtt}/device.test.ts`,
      `${mqtt}/connector.test.ts`,
    ],
  },
  {
    file: `${hue}/transport.ts`,
    from: "tls: { pin: pinOnFirstUse(memory, 'The bridge') },",
    to: 'tls: { pin: async () => undefined },',
    noticedBy: [`${hue}/connector.test.ts`],
  },
  {
    file: `${hue}/light.ts`,
    from: 'const clamp = (mirek: number) => Math.min(Math.max(mirek, minimum), maximum);',
    to: 'const clamp = (mirek: number) => mirek;',
    noticedBy: [`${hue}/devices.test.ts`, `${hue}/connector.test.ts`],
  },
  {
    file: `${mqtt}/abbreviations.ts`,
    from: '    ...short.map(([name, value]) => [table.get(name), value] as const),\n    ...full,',
    to: '    ...full,\n    ...short.map(([name, value]) => [table.get(name), value] as const),',
    noticedBy: [`${mqtt}/discovery.test.ts`],
  },
  {
    file: `${mqtt}/names.ts`,
    from: '|| isReserved(nameOf(one))',
    to: '',
    noticedBy: [`${mqtt}/names.test.ts`],
  },
  {
    file: `${mqtt}/configuration.ts`,
    from: "return isTopic(text) && !text.startsWith('/') && !text.endsWith('/');",
    to: "return isTopic(text) && !text.startsWith('/');",
    noticedBy: [`${mqtt}/configuration.test.ts`],
  },
  {
    file: `${wot}/affordance.ts`,
    from: "(value !== null || term === 'const' || term === 'default'),",
    to: 'value !== null,',
    noticedBy: [`${wot}/thing.test.ts`],
  },
  {
    file: `${homeAssistant}/connector.ts`,
    from: 'complete: house.isComplete && located.length === all.length,',
    to: 'complete: house.isComplete,',
    noticedBy: [`${homeAssistant}/bounds.test.ts`],
  },
  {
    file: `${mqtt}/map-yielding.ts`,
    from: "if (signal.aborted) throw new Unavailable('There are too many devices to read them in time.');",
    to: '',
    noticedBy: [`${mqtt}/map-yielding.test.ts`],
  },
  {
    file: `${mqtt}/template/template.ts`,
    from: 'const allowance = new Allowance(limits.evaluation, whole);',
    to: 'const allowance = whole;',
    noticedBy: [`${mqtt}/template/template.test.ts`],
  },
  {
    file: `${wot}/values.ts`,
    from: 'if (isRefused && originOf(href) === home.origin)',
    to: 'if (isRefused)',
    noticedBy: [`${wot}/values.test.ts`, `${wot}/credentials.test.ts`],
  },
  {
    file: `${src}/index.ts`,
    from: '  netatmo,\n',
    to: '',
    noticedBy: [`${src}/every-connector.test.ts`],
  },
  {
    file: `${mqtt}/components/light-default.ts`,
    from: "if (!write || !turnOn || order === 'brightness') return options;",
    to: 'if (!write || !turnOn) return options;',
    noticedBy: [`${mqtt}/components/light.test.ts`],
  },
  {
    file: `${homeAssistant}/domains/media-player.ts`,
    from: "!['off', 'standby'].includes(state.state)",
    to: "state.state !== 'off'",
    noticedBy: [`${homeAssistant}/domains/index.test.ts`],
  },
  {
    file: `${netatmo}/heating/room.ts`,
    from: "value: knownOr(modes, mode === 'home' ? 'schedule' : mode),",
    to: 'value: knownOr(modes, mode),',
    noticedBy: [`${netatmo}/heating/heating.test.ts`],
  },
  {
    file: `${netatmo}/heating/room.ts`,
    from: 'available: status?.reachable ?? status !== undefined,',
    to: 'available: true,',
    noticedBy: [`${netatmo}/heating/heating.test.ts`],
  },
  {
    file: `${netatmo}/poll.ts`,
    from: 'for (const home of heated.slice(0, maxHomes)) {',
    to: 'for (const home of heated) {',
    noticedBy: [`${netatmo}/poll.test.ts`],
  },
  {
    file: `${homeAssistant}/domains/light.ts`,
    from: 'Math.min(Math.max(Math.round((level / 255) * 100), 1), 100)',
    to: 'Math.min(Math.round((level / 255) * 100), 100)',
    noticedBy: [`${homeAssistant}/domains/light.test.ts`],
  },
  {
    file: `${mqtt}/components/light-json.ts`,
    from: '...(stateTopic === undefined && { writeOnly: true }),',
    to: '',
    noticedBy: [`${mqtt}/components/light.test.ts`],
  },
  {
    file: `${mqtt}/device.ts`,
    from: 'return reports.length === 0 || reports.includes(true);',
    to: 'return reports.length === 0 || !reports.includes(false);',
    noticedBy: [`${mqtt}/device.test.ts`, `${mqtt}/availability.test.ts`],
  },
  {
    file: `${mqtt}/template/allowance.ts`,
    from: 'text.length * Math.max(1, wanted.length)',
    to: 'text.length',
    noticedBy: [`${mqtt}/template/template.test.ts`],
  },
  {
    file: `${wot}/remote.ts`,
    from: "const authority = ca === undefined || isOwn ? ca : [ca, ...rootCertificates].join('\\n');",
    to: 'const authority = ca;',
    noticedBy: [`${wot}/credentials.test.ts`, `${wot}/connector.test.ts`],
  },
  {
    file: `${mqtt}/availability.ts`,
    from: 'return isAnyEnough ? reports.includes(true) : !reports.includes(false);',
    to: 'return !reports.includes(false);',
    noticedBy: [`${mqtt}/availability.test.ts`],
  },
  {
    file: `${netatmo}/homes.ts`,
    from: "if (type !== 'therm' || byName.has(label) || byName.size >= maxSchedules) continue;",
    to: 'if (byName.has(label) || byName.size >= maxSchedules) continue;',
    noticedBy: [`${netatmo}/heating/heating.test.ts`, `${netatmo}/rooms.test.ts`],
  },
  {
    file: `${mqtt}/components/light-scales.ts`,
    from: 'return percent === 0 ? 0 : Math.max(steps, 1);',
    to: 'return steps;',
    noticedBy: [`${mqtt}/components/light.test.ts`],
  },
  {
    file: `${homeAssistant}/domains/binary-sensor.ts`,
    from: "  ['running', 'it is running'],\n",
    to: '',
    noticedBy: [
      `${homeAssistant}/domains/index.test.ts`,
      `${homeAssistant}/domains/sensor.test.ts`,
    ],
  },
  {
    file: `${wot}/discover.ts`,
    from: "isWhole &&= complete && !items.includes('unreachable');",
    to: 'isWhole &&= complete;',
    noticedBy: [`${wot}/discover.test.ts`],
  },
  {
    file: `${mqtt}/components/adjustable.ts`,
    from: "maximum: limit('max_temp', range.maximum),",
    to: "maximum: limit('max_temp', 95),",
    noticedBy: [`${mqtt}/components/climate.test.ts`],
  },
  {
    file: `${mqtt}/command.ts`,
    from: 'if (!send || payload === undefined || settings.isNull(option)) return undefined;',
    to: 'if (!send || payload === undefined) return undefined;',
    noticedBy: [`${mqtt}/components/cover.test.ts`],
  },
  {
    file: `${mqtt}/settings.ts`,
    from: 'return [...new Set(this.texts(option, maxChoices))];',
    to: 'return this.texts(option, maxChoices);',
    noticedBy: [`${mqtt}/device.test.ts`],
  },
  {
    file: `${mqtt}/components/lock.ts`,
    from: "value === undefined || value === 'jammed'",
    to: 'value === undefined',
    noticedBy: [`${mqtt}/components/kinds.test.ts`],
  },
  {
    file: `${mqtt}/template/rounding.ts`,
    from: "if (exact.endsWith('5') && Number(kept.at(-1)) % 2 === 0) return kept;",
    to: '',
    noticedBy: [`${mqtt}/template/jinja.test.ts`, `${mqtt}/template/template.test.ts`],
  },
  {
    file: `${mqtt}/components/cover.ts`,
    from: "closed: source.settings.number('tilt_min') ?? 0,",
    to: 'closed: 0,',
    noticedBy: [`${mqtt}/components/cover.test.ts`],
  },
  {
    file: `${hue}/sensors.ts`,
    from: "report && report.state === 'no_contact'",
    to: "report && report.state === 'contact'",
    noticedBy: [`${hue}/devices.test.ts`, `${hue}/connector.test.ts`],
  },
  {
    file: `${hue}/sensors.ts`,
    from: 'motion.motion_report?.motion ?? motion.motion',
    to: 'motion.motion ?? motion.motion_report?.motion',
    noticedBy: [`${hue}/devices.test.ts`, `${hue}/connector.test.ts`],
  },
  {
    file: `${homeAssistant}/domains/valve.ts`,
    from: "callService(state, 'set_valve_position', { position })",
    to: "callService(state, 'set_valve_position', { position: 100 - position })",
    noticedBy: [`${homeAssistant}/domains/index.test.ts`, `${homeAssistant}/domains/cover.test.ts`],
  },
  {
    file: `${netatmo}/weather.ts`,
    from: 'available: module.reachable ?? true,',
    to: 'available: true,',
    noticedBy: [`${netatmo}/weather.test.ts`],
  },
  {
    file: `${wot}/thing.ts`,
    from: 'if (affordance && invoke.length > 0)',
    to: 'if (affordance)',
    noticedBy: [`${wot}/thing.test.ts`],
  },
] satisfies Mutation[];
