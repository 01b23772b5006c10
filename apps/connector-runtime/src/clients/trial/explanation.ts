import {
  redactContent,
  type Explained,
  type RecordedContent,
  type Redaction,
} from '@trellis/connector-sdk';
import type { TrialExplanation } from '@trellis/contracts';
import { storable, toContent, withBody } from '../../activity/requests.js';

/** The most bytes of an explanation, as JSON. */
const maxBytes = 64 * 1024;

/** The bytes to which bodies are cut, step by step, until everything fits. */
const bodySizes = [4_096, 1_024, 256];

/** The most paths that are shown where all together are too much: first those that found nothing. */
const maxPaths = 100;

/** Returns an explanation without secrets and of a bounded size; undefined when nothing was explained. */
export function shownExplanation(
  explained: Explained,
  redaction: Redaction,
): TrialExplanation | undefined {
  const { answers, paths, stopped, isCut } = explained;
  if (answers.length === 0 && paths.length === 0 && !stopped) return undefined;
  const text = (given: string) => storable(redaction.text(given));
  const shown = (content: RecordedContent) => toContent(redactContent(content, redaction));
  return fitted({
    answers: answers.map(({ request, address, status, received, transformed, error }) => ({
      request,
      ...(address !== undefined && { address: text(address) }),
      ...(status !== undefined && { status }),
      ...(received && { received: shown(received) }),
      ...(transformed && { transformed: shown(transformed) }),
      ...(error !== undefined && { error: text(error) }),
    })),
    paths: paths.map(({ path, sample, existing, ...counted }) => ({
      ...counted,
      path: text(path),
      sample: sample.map((one) => storable(redaction.cutText(one))),
      ...(existing && {
        existing: { path: text(existing.path), members: existing.members.map(text) },
      }),
    })),
    ...(stopped && { stopped: { at: stopped.at, why: text(stopped.why) } }),
    is_cut: isCut,
  });
}

function fitted(explanation: TrialExplanation): TrialExplanation {
  const fits = (one: TrialExplanation) => Buffer.byteLength(JSON.stringify(one)) <= maxBytes;
  if (fits(explanation)) return explanation;
  for (const size of bodySizes) {
    const shorter = withBodies(explanation, size);
    if (fits(shorter)) return shorter;
  }
  const { paths, ...rest } = withBodies(explanation, 0);
  const [empty, others] = [paths.filter(isEmpty), paths.filter((one) => !isEmpty(one))];
  const first = [...empty, ...others].slice(0, maxPaths).map(({ existing, ...path }) => ({
    ...path,
    path: path.path.slice(0, 200),
    sample: [],
    ...(existing && { existing: { path: existing.path.slice(0, 200), members: [] } }),
  }));
  const answers = rest.answers.slice(0, 10).map(({ received, transformed, ...answer }) => ({
    ...answer,
    ...(received && { received: { bytes: received.bytes } }),
    ...(transformed && { transformed: { bytes: transformed.bytes } }),
  }));
  return { ...rest, answers, paths: first, is_cut: true };
}

const isEmpty = ({ found }: TrialExplanation['paths'][number]): boolean => found === 0;

function withBodies(explanation: TrialExplanation, size: number): TrialExplanation {
  const answers = explanation.answers.map((answer) => ({
    ...answer,
    ...(answer.received && { received: withBody(answer.received, size) }),
    ...(answer.transformed && { transformed: withBody(answer.transformed, size) }),
  }));
  return { ...explanation, answers, is_cut: true };
}
