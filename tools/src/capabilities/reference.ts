import { effects, sentenceOf, vocabulary, type CapabilityDefinition } from '@trellis/connector-sdk';
import {
  terms,
  type ActionAffordance,
  type PropertyAffordance,
  type Term,
} from '@trellis/contracts';
import { format } from 'prettier';
import { meanings, type CapabilityName, type Meaning } from './meanings.js';

/** Returns the reference of all capabilities, in Markdown, generated from the vocabulary. */
export async function capabilitiesReference(): Promise<string> {
  const text = `# Capabilities

Apps rely on every lamp being like any other lamp. A capability defines the name, type, unit, range and \`@type\` of its
properties and actions, with terms of the [WebThings schemas](https://webthings.io/schemas),
[SAREF](https://saref.etsi.org), [QUDT](https://qudt.org), [Brick](https://brickschema.org) and its own. \`npm run docs:capabilities\` generates this page from \`src/vocabulary.ts\`.

A property, an action or an event has a role, as entities of Home Assistant have a category: \`primary\`, for what the
device is for; \`configuration\`, for how it is set up; \`diagnostic\`, for what it says about itself. Plain names, types of
properties and those of things belong to what is primary: the temperature of a chip is a property of its own, such as
\`device_temperature\`, without a \`@type\`. The capabilities \`battery\`, \`battery_low\` and \`tamper\` are diagnostic.

A thing has the types of a capability if it has one of its main properties and actions, which are bold below.

Single properties are functions of \`sensor\`, as in \`sensor.temperature({ value: 21.5 })\`. The others are functions of
\`light\`, \`switchable\` (for \`switch\`), \`plug\`, \`thermostat\`, \`cover\`, \`lock\`, \`fan\` and \`button\`.

${table(['capability', 'properties and actions', '`@type`'], Object.entries<CapabilityDefinition>(vocabulary).map(capabilityRow))}

## Properties and actions

A write has the same meaning with every connector, that of [Matter 1.3](https://csa-iot.org/all-solutions/matter/),
except that a color, a color temperature or an effect switches a lamp on, as in Home Assistant. The SDK writes \`on\` in
place of a level of 0. Above 0 a connector rounds to no less than the first step (\`stepsOfPercent\`), and adds turning on
to what it sends. A value outside the range of a device is refused. Things of the connector \`wot\` keep their own rules,
since they describe themselves; a description of \`http-json\` must send what turns on.

Ranges that are left out are those of the device. What is read-only is measured or follows from others.

${table(
  ['', 'value', '`@type`', 'meaning', 'Matter', 'Home Assistant'],
  (Object.keys(vocabulary) as CapabilityName[]).flatMap(meaningRows),
)}

\`color\` is hue and saturation in the [HSV model](https://en.wikipedia.org/wiki/HSL_and_HSV) of
[sRGB](https://www.w3.org/TR/css-color-4/#predefined-sRGB) as Home Assistant uses them; the value is \`brightness\`. The SDK
converts other models (\`colorOfRgb\`, \`colorOfXy\`); a color outside sRGB becomes the nearest one in it. A lamp with both
\`color\` and \`color_temperature\` says in \`color_mode\` which one it shines in, if the technology knows; the SDK then omits
the value of the other one.

## Types of properties

A primary property that no capability defines has a \`@type\` as well, where it says more than \`type\`: its quantity by unit
and device class (\`quantityOf\`), or how it is used. \`BooleanProperty\`, \`LevelProperty\` and \`trellis:Choice\` are generic,
for interfaces that show any property: Matter has a cluster for such a choice, although its options mean something only to
their vendor. A text and a number without a unit have none.

A term of Trellis' own is for a meaning that no public vocabulary has. In a Thing Description the prefix \`trellis:\` leads to
\`/docs/terms\`, which has this table.

${table(['term', 'meaning', 'Matter', 'Home Assistant'], Object.entries<Term>(terms).map(termRow))}

## Effects of writes

The test kit of connectors writes this to the devices of every peer, and reads what follows. What a device lacks is not
expected of it.

${table(
  ['capability', 'writes, and the values that can be read afterwards'],
  Object.entries(effects).flatMap(([name, all]) => all.map((one) => [code(name), sentenceOf(one)])),
)}
`;
  return format(text, { parser: 'markdown', singleQuote: true, printWidth: 100 });
}

const code = (name: string) => `\`${name}\``;

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function capabilityRow([name, { types, main, ...definition }]: [string, CapabilityDefinition]) {
  const abilities = Object.keys({ ...definition.properties, ...definition.actions });
  const marked = abilities.map((one) =>
    !main || main.includes(one) ? `**${code(one)}**` : code(one),
  );
  return [code(name), marked.join(', '), types.map(code).join(', ')];
}

const termRow = ([name, { description, matter, homeAssistant }]: [string, Term]): string[] => [
  code(`trellis:${name}`),
  description,
  matter,
  homeAssistant,
];

function meaningRows(name: CapabilityName): string[][] {
  const { properties = {}, actions = {} }: CapabilityDefinition = vocabulary[name];
  const rows: Readonly<Record<string, Meaning>> = meanings[name];
  return Object.entries<PropertyAffordance | ActionAffordance>({ ...properties, ...actions }).map(
    ([ability, affordance]) => {
      const [meaning, ...equivalents] = rows[ability]!;
      const { '@type': type, description } = affordance;
      const titled = [meaning, description].filter(Boolean).join(' ');
      const value = 'type' in affordance ? valueOf(affordance) : 'action';
      const shown = name === ability ? code(name) : code(`${name}.${ability}`);
      return [shown, value, type ? code(String(type)) : '', titled, ...equivalents];
    },
  );
}

function valueOf({ type, unit, minimum, maximum, enum: options, readOnly }: PropertyAffordance) {
  const range = maximum === undefined ? minimum === 0 && 'at least 0' : `${minimum} to ${maximum}`;
  const listed = options?.map((option) => code(String(option))).join(', ');
  const parts = [listed ?? type, unit, range, readOnly && 'read-only'];
  return parts.filter(Boolean).join(', ');
}
