import { SaxesParser } from 'saxes';

/**
 * The elements that a logo may have: shapes, texts and paints. No scripts, links, animations and foreign content, and no
 * copies, of which few lines can make millions.
 */
const elements = new Set(
  (
    'svg g defs title desc metadata path rect circle ellipse line polyline polygon text tspan ' +
    'linearGradient radialGradient stop pattern clipPath mask marker style filter feBlend feColorMatrix feComposite ' +
    'feFlood feGaussianBlur feMerge feMergeNode feMorphology feOffset feDropShadow switch'
  ).split(' '),
);

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Of a reference to another part of the same picture. */
const ownPart = /^#[\w.:-]+$/;

/** Parts of styles and attributes that could load or run something. */
const unsafeStyle =
  /@import|(expression|image-set|image|src)\s*\(|javascript:|-moz-binding|behavior\s*:|\\/i;
const anyUrl = /url\(\s*(['"]?)([^)'"]*)\1\s*\)/gi;

/** The maximum number of elements. */
const maxElements = 2_000;

/** Returns why an SVG is not safe to show; undefined if it is. It must be whole without anything else. */
export function findUnsafe(text: string): string | undefined {
  let error: string | undefined;
  let count = 0;
  let isStyle = false;
  const refuse = (reason: string) => void (error ??= reason);
  const checkStyle = (style: string) => {
    const isOwn = [...style.matchAll(anyUrl)].every(([, , address = '']) => ownPart.test(address));
    const others = style.replaceAll(anyUrl, '').toLowerCase();
    if (!isOwn || others.includes('url(') || unsafeStyle.test(style)) {
      refuse('Must have no styles that load anything.');
    }
  };
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => refuse('Is no well-formed XML.'));
  parser.on('doctype', () => refuse('Must have no document type.'));
  parser.on('processinginstruction', () => refuse('Must have no processing instructions.'));
  parser.on('opentag', ({ local, uri, attributes }) => {
    count += 1;
    isStyle = local === 'style';
    if (count === 1 && local !== 'svg') refuse('Is no SVG.');
    if (count > maxElements) refuse(`Must have at most ${maxElements} elements.`);
    if (uri === svgNamespace && !elements.has(local)) refuse(`Must have no element ${local}.`);
    // Those of editors; browsers ignore them.
    if (uri !== svgNamespace && isActive(uri)) refuse(`Must have no element of ${uri}.`);
    for (const { local: name, value } of Object.values(attributes)) {
      if (/^(on|base$)/i.test(name)) refuse(`Must have no attribute ${name}.`);
      if (/^(href|src)$/i.test(name) && !ownPart.test(value)) {
        refuse('Must have no references to anything but its own parts.');
      }
      checkStyle(value);
    }
  });
  const checkText = (content: string) => void (isStyle && checkStyle(content));
  parser.on('text', checkText);
  parser.on('cdata', checkText);
  parser.write(text).close();
  return error;
}

/** Returns whether browsers do more with elements of a namespace than to ignore them. */
const isActive = (uri: string): boolean => uri === '' || /^http:\/\/www\.w3\.org\//.test(uri);
