import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { RecordedContent, RecordedRequest } from '../api/activity.js';
import { CodeText, CopyButton } from '../components/code-text.js';
import { bytesText, durationText } from '../components/format.js';
import { ExactTime, Status } from '../components/values.js';
import classes from './requests.module.css';
import { answerOf, isFailed, partsOf } from './texts.js';

/** How much of a body is kept (bytes). */
const maxBodyBytes = 8 * 1024;

const isMessage = ({ method }: RecordedRequest) => method === 'RECEIVE';

/** Requests to a technology, with the messages that it sent. The last one that failed is open. */
export function Requests({ requests }: { requests: RecordedRequest[] }) {
  const messages = requests.filter(isMessage);
  const sent = requests.filter((request) => !isMessage(request));
  // The failure that explains the outcome is the last one; a single request is of interest anyway.
  const first = sent.findLastIndex(isFailed);
  const opened = first === -1 && requests.length === 1 ? 0 : first;
  return (
    <>
      {sent.length > 0 && (
        <ul className={classes.list} aria-label="Requests">
          {sent.map((request, index) => (
            <RequestItem key={keyOf(request, index)} request={request} isOpen={index === opened} />
          ))}
        </ul>
      )}
      {messages.length > 0 && (
        <>
          <h3>Last messages</h3>
          <ul className={classes.list} aria-label="Last messages">
            {messages.map((request, index) => (
              <RequestItem
                key={keyOf(request, index)}
                request={request}
                isOpen={sent.length === 0 && messages.length === 1}
              />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const keyOf = ({ at, method, address }: RecordedRequest, index: number) =>
  `${at} ${method} ${address} ${index}`;

interface RequestItemProps {
  request: RecordedRequest;
  isOpen: boolean;
}

function RequestItem({ request, isOpen: isOpenAtFirst }: RequestItemProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const { method, address, duration_ms: durationMs, error } = request;
  const { tone, text } = answerOf(request);
  const { origin, path } = partsOf(address);
  return (
    <li className={classes.item}>
      <UnstyledButton
        className={classes.head}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight size={14} className={classes.chevron} aria-hidden="true" />
        <span className={classes.method}>{method}</span>
        <span className={classes.address}>
          <span className={classes.origin}>{origin}</span>
          {path}
        </span>
        <span className={classes.answer}>
          <Status tone={tone}>{text}</Status>
        </span>
        <span className={classes.duration}>
          {durationMs === undefined ? '' : durationText(durationMs)}
        </span>
        {error && <span className={classes.error}>{error}</span>}
      </UnstyledButton>
      {isOpen && <RequestDetails request={request} />}
    </li>
  );
}

function RequestDetails({ request }: { request: RecordedRequest }) {
  const { at, method, address, sent, received } = request;
  const isUrl = partsOf(address).origin !== '';
  return (
    <div className={classes.details}>
      <div className={classes.line}>
        <ExactTime at={at} />
        <span className={classes.copy}>
          {isUrl ? 'Address' : 'Topic'}{' '}
          <CopyButton text={address} label={isUrl ? 'the address' : 'the topic'} />
        </span>
      </div>
      {method !== 'RECEIVE' && <Content title="Sent" content={sent} />}
      <Content title="Received" content={received} />
    </div>
  );
}

function Content({ title, content }: { title: string; content: RecordedContent | undefined }) {
  if (!content) return null;
  const { bytes, headers = {}, body = '' } = content;
  const names = Object.keys(headers);
  if (bytes === 0 && names.length === 0) return null;
  const isShorter = new TextEncoder().encode(body).length < bytes;
  // A secret that was removed makes a short body shorter, too.
  const isCut = isShorter && (bytes > maxBodyBytes || !body.includes('[secret]'));
  return (
    <section className={classes.content} aria-label={title}>
      <div className={classes.contentHead}>
        <h4>{title}</h4>
        <span>{bytesText(bytes)}</span>
        {body !== '' && <CopyButton text={body} label={`what was ${title.toLowerCase()}`} />}
      </div>
      {names.length > 0 && (
        <dl className={classes.headers}>
          {names.map((name) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{headers[name]}</dd>
            </div>
          ))}
        </dl>
      )}
      {body !== '' && <CodeText text={body} label={`Body that was ${title.toLowerCase()}`} />}
      {body !== '' && isCut && <p className={classes.note}>Only the beginning is kept.</p>}
    </section>
  );
}
