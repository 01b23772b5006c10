import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter, lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import classes from './json-editor.module.css';
import { rangeOf } from './json-position.js';
import { findSyntaxProblem } from './json-syntax.js';

export interface MemberError {
  /** JSON Pointer of the member in the text. */
  pointer: string;
  detail: string;
}

interface JsonEditorProps {
  label: string;
  /** The text to begin with. */
  text: string;
  /** Errors that the editor shows at their members. */
  errors: readonly MemberError[];
  onChange(text: string): void;
}

/** An editor for JSON with colors and line numbers, which shows errors where they are. */
export default function JsonEditor({ label, text, errors, onChange }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef({ errors, onChange });
  latest.current = { errors, onChange };
  useEffect(() => {
    // The Content-Security-Policy forbids style elements; in a shadow root the editor makes style sheets without them.
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const state = EditorState.create({
      doc: text,
      extensions: [
        extensions,
        EditorView.contentAttributes.of({
          'aria-label': label,
          spellcheck: 'false',
          tabindex: '0',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current.onChange(update.state.doc.toString());
        }),
        linter(({ state: { doc } }) => diagnose(doc.toString(), latest.current.errors)),
      ],
    });
    const created = new EditorView({ state, root, parent: root });
    view.current = created;
    return () => created.destroy();
  }, []);
  useEffect(() => {
    const { current: shown } = view;
    if (!shown) return;
    const found = diagnose(shown.state.doc.toString(), errors);
    shown.dispatch(setDiagnostics(shown.state, found));
  }, [errors]);
  return <div ref={host} className={classes.editor} />;
}

function diagnose(text: string, errors: readonly MemberError[]): Diagnostic[] {
  const problem = findSyntaxProblem(text);
  if (problem) {
    const { offset, detail } = problem;
    return [
      { from: offset, to: Math.min(offset + 1, text.length), severity: 'error', message: detail },
    ];
  }
  return errors.map(({ pointer, detail }) => ({
    ...rangeOf(text, pointer),
    severity: 'error',
    message: detail,
  }));
}

const colors = HighlightStyle.define([
  { tag: tags.propertyName, fontWeight: '600' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.number, color: 'var(--wait)' },
  { tag: [tags.bool, tags.null], color: 'var(--wait)', fontStyle: 'italic' },
]);

const theme = EditorView.theme({
  '&': { color: 'var(--mantine-color-text)', fontSize: '13px', maxHeight: '32rem' },
  '&.cm-focused': { outline: '2px solid var(--mantine-color-anchor)' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'var(--mantine-primary-color-light)' },
  '.cm-activeLine': { background: 'var(--hover)' },
  '.cm-gutters': {
    background: 'var(--surface)',
    color: 'var(--mantine-color-dimmed)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-tooltip': {
    background: 'var(--raised)',
    border: '1px solid var(--line)',
    fontFamily: 'var(--mantine-font-family)',
  },
  '.cm-lintRange-error': {
    background: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
});

const extensions = [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  EditorView.lineWrapping,
  json(),
  syntaxHighlighting(colors),
  theme,
  // The tab key leaves the editor, as it leaves other fields.
  keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
];
