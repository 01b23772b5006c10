import { effects, sentenceOf, vocabulary, type CapabilityDefinition } from '@trellis/connector-sdk';
import { format } from 'prettier';
import { equivalents } from './equivalents.js';

/** Returns the reference of all capabilities, in Markdown, generated from the vocabulary. */
export async function capabilitiesReference(): Promise<string> {
  const text = `# Capabilities

Apps rely on every lamp being like any other lamp. A capability defines the name, type, unit, range and \`@type\` of its
properties and actions, with terms of the [WebThings schemas](https://webthings.io/schemas) and
[SAREF](https://saref.etsi.org). \`npm run docs:capabilities\` generates this page from \`src/vocabulary.ts\`.

A property, an action or an event has a role, as entities of Home Assistant have a category: \`primary\`, for what the
device is for; \`configuration\`, for how it is set up; \`diagnostic\`, for what it says about itself. Plain names, types of
properties and those of things belong to what is primary: the temperature of a chip is a property of its own, such as
\`device_temperature\`, without a \`@type\`. The capabilities \`battery\`, \`battery_low\` and \`tamper\` are diagnostic.

A thing has the types of a capability if it has one of its main properties and actions, which are bold below.

Single properties are functions of \`sensor\`, as in \`sensor.temperature({ value: 21.5 })\`. The others are functions of
\`light\`, \`switchable\` (for \`switch\`), \`plug\`, \`thermostat\`, \`cover\`, \`lock\`, \`fan\` and \`button\`.

${table(['capability', 'properties and actions', '`@type`'], Object.entries<CapabilityDefinition>(vocabulary).map(capabilityRow))}

## Lamps, fans and covers

A write has the same meaning with every connector, that of [Matter 1.3](https://csa-iot.org/all-solutions/matter/),
except that a color, a color temperature or an effect switches a lamp on, as in Home Assistant. The SDK writes \`on\` in place of a level of 0. Above 0 a connector rounds to no less than the first step
(\`stepsOfPercent\`), and adds turning on to what it sends. Things of the connector \`wot\` keep their own rules, since they
describe themselves; a description of \`http-json\` must send what turns on.

${table(['property', 'meaning', 'Matter', 'Home Assistant'], Object.entries(equivalents).flatMap(equivalentRows))}

\`color\` is hue and saturation in the [HSV model](https://en.wikipedia.org/wiki/HSL_and_HSV) of
[sRGB](https://www.w3.org/TR/css-color-4/#predefined-sRGB) as Home Assistant uses them; the value is \`brightness\`. The SDK
converts other models (\`colorOfRgb\`, \`colorOfXy\`); a color outside sRGB becomes the nearest one in it. A lamp with both
\`color\` and \`color_temperature\` says in \`color_mode\` which one it shines in, if the technology knows; the SDK then omits
the value of the other one.

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

function capabilityRow([name, definition]: [string, CapabilityDefinition]): string[] {
  const { types, main, properties = {}, actions = {} } = definition;
  const mark = (one: string) => (!main || main.includes(one) ? `**${code(one)}**` : code(one));
  const named = Object.entries(properties).map(
    ([property, { type, unit }]) => `${mark(property)} (${unit ?? type})`,
  );
  const invoked = Object.keys(actions).map((action) => `${mark(action)} (action)`);
  return [code(name), [...named, ...invoked].join(', '), types.map(code).join(', ')];
}

function equivalentRows([name, rows]: [string, (typeof equivalents)['light']]): string[][] {
  const { properties = {} }: CapabilityDefinition = vocabulary[name as keyof typeof equivalents];
  return Object.entries(properties).map(([property, { description = '' }]) => {
    const equivalent = rows[property];
    if (!equivalent) throw new Error(`${name}.${property} has no equivalents.`);
    return [code(`${name}.${property}`), description, equivalent.matter, equivalent.homeAssistant];
  });
}
