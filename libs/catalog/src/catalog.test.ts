import { describe, expect, test } from '@jest/globals';
import { description } from '@trellis/connectors/http-json';
import { toConnector } from './connector.js';
import { readVendors } from './entries.js';
import { catalog } from './index.js';
import { describedBy, instanceSample } from './settings.js';
import type { Entry } from './vendor.js';

const vendors = readVendors();

test('each vendor has a number of its own', () => {
  const numbers = vendors.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('the services load every vendor', () => {
  expect(catalog.map(({ typeId, id }) => [typeId, id])).toEqual(
    vendors.map(({ id, number }) => [id, number]),
  );
});

/** The texts of a vendor that end users see. */
function textsOf({ description: about, steps, configuration: { parameters = {} } }: Entry) {
  const texts = [
    about,
    ...steps.flatMap((step) => [step.title, step.description]),
    ...Object.entries(parameters).flatMap(([name, one]) => [one.title ?? name, one.description]),
  ];
  return texts.filter((text) => text !== undefined);
}

describe.each(vendors)('$id', (entry) => {
  test('has a description that can be used, and samples that conform', () => {
    const described = description.safeParse(describedBy(entry, instanceSample(entry)));
    expect(described.error?.issues).toBeUndefined();
    const { instance, client } = toConnector(entry);
    expect(instance.schema.safeParse(instance.sample).error).toBeUndefined();
    expect(client.schema.safeParse(client.sample).error).toBeUndefined();
  });

  test('has each text in German, and no others', () => {
    const translated = Object.keys(entry.translations.de);
    expect(translated.toSorted()).toEqual([...new Set(textsOf(entry))].toSorted());
  });
});
