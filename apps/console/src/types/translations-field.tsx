import { Button, NativeSelect, TextInput } from '@mantine/core';
import { textsOf, type Draft, type ErrorAt } from './draft.js';
import form from '../forms/form.module.css';
import classes from './types.module.css';

type Translations = Draft['translations'];

interface TranslationsFieldProps {
  draft: Draft;
  errorAt: ErrorAt;
  onChange(translations: Translations): void;
}

const languages =
  'bg cs da de el es et fi fr ga hr hu is it ja ko lt lv mt nb nl pl pt pt-BR ro sk sl sv tr uk zh';

const names = new Intl.DisplayNames('en', { type: 'language' });

/** The texts of the type in other languages: one field for each text. */
export function TranslationsField({ draft, errorAt, onChange }: TranslationsFieldProps) {
  const { translations } = draft;
  const given = Object.keys(translations);
  const texts = textsOf(draft);
  const offered = languages.split(' ').filter((language) => !given.includes(language));
  const set = (language: string, text: string, translation: string) =>
    onChange({ ...translations, [language]: { ...translations[language], [text]: translation } });
  return (
    <fieldset className={form.group}>
      <legend>Translations</legend>
      <div className={form.note}>
        Of the texts above, and of titles, descriptions and options of <code>parameters</code>. End
        users see them in the language of their browser.
      </div>
      {given.map((language) => (
        <details key={language} className={classes.language}>
          <summary>
            {names.of(language)}
            <span className={form.note}>
              {texts.filter((text) => translations[language]?.[text]).length} of {texts.length}
            </span>
          </summary>
          {texts.map((text) => (
            <TextInput
              key={text}
              label={text}
              lang={language}
              value={translations[language]?.[text] ?? ''}
              onChange={({ target }) => set(language, text, target.value)}
              error={errorAt(`/translations/${language}/${escape(text)}`)}
            />
          ))}
          <div>
            <Button
              variant="default"
              onClick={() => {
                const { [language]: _removed, ...others } = translations;
                onChange(others);
              }}
            >
              Remove {names.of(language)}
            </Button>
          </div>
        </details>
      ))}
      <NativeSelect
        aria-label="Add a language"
        className={classes.add}
        value=""
        onChange={({ target }) => target.value && onChange({ ...translations, [target.value]: {} })}
        data={[
          { value: '', label: 'Add a language…' },
          ...offered.map((value) => ({ value, label: names.of(value) ?? value })),
        ]}
      />
    </fieldset>
  );
}

/** Escapes a name in a JSON Pointer (RFC 6901). */
const escape = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
