import { Problem } from '@trellis/contracts';
import { listAnswer, pageOf } from '@trellis/operations';
import { z } from 'zod';
import { divide, historiesQuery, historyQuery, noSuchSeries, rangeOf } from './query.js';
import {
  historicInterval,
  historicIntervalToJson,
  historicSeries,
  historicValue,
  historicValueToJson,
} from './resource.js';
import { operation, type Operation, problemsOf } from '../operation.js';

const read = { tag: 'Things', access: { scope: 'svc.things.read', subject: 'optional' } } as const;

export const historyOperations: Operation[] = [
  operation.get('/api/v1/things/:id/properties/:name/history', {
    ...read,
    id: 'getPropertyHistory',
    summary: 'Look back at a property of a thing',
    description:
      'The values that it had, each with its time; or, with `interval`, what they were in intervals. Times in which ' +
      'the value was not known have none.',
    input: { query: historyQuery },
    answer: {
      status: 200,
      body: z.union([z.array(historicValue), z.array(historicInterval)]),
      problems: problemsOf('history.intervals'),
    },
    async handle({ units, caller, params: { id, name }, query, hrefs, url }) {
      const { interval, timezone, aggregate, order } = query;
      if (interval !== undefined) {
        const edges = divide({ ...query, interval, timezone }, 1);
        const found = await units('history.intervals', { caller, ids: [id], name, edges });
        const [series] = found.series;
        if (!series) throw new Problem('not_found', 'There is no such thing or property.');
        return { body: series.intervals.map((one) => historicIntervalToJson(one, aggregate)) };
      }
      const { limit, cursor } = pageOf(query);
      const descending = order === 'desc';
      const range = rangeOf(query);
      if (cursor !== undefined) {
        const position = Math.min(Math.max(Number(cursor), range.from), range.to);
        range[descending ? 'to' : 'from'] = position;
      }
      const { items, next } = await units('history.values', {
        caller,
        id,
        name,
        ...range,
        descending,
        limit,
      });
      const page = { items, ...(next !== undefined && { next: String(next) }) };
      return listAnswer(page, { base: hrefs.base, url }, historicValueToJson);
    },
  }),
  operation.get('/api/v1/history', {
    ...read,
    id: 'getPropertyHistories',
    summary: 'Look back at a property of several things',
    description: 'What its values were in intervals, thing by thing.',
    input: { query: historiesQuery },
    answer: {
      status: 200,
      body: z.array(historicSeries),
      problems: problemsOf('history.intervals'),
    },
    async handle({ units, caller, query, hrefs, idForms }) {
      const { property: name, aggregate } = query;
      const ids = [...new Set(query.thing.map((given) => idForms.resource(given)))];
      const edges = divide(query, ids.length);
      const { series } = await units('history.intervals', { caller, ids, name, edges });
      const found = new Map(series.map(({ id, intervals }) => [id, intervals]));
      const body = ids.map((id) => {
        const intervals = found.get(id);
        if (!intervals) throw noSuchSeries(id);
        return {
          thing: { href: hrefs.thing(id) },
          intervals: intervals.map((one) => historicIntervalToJson(one, aggregate)),
        };
      });
      return { body };
    },
  }),
];
