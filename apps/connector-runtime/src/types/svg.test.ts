import { describe, expect, test } from '@jest/globals';
import { findUnsafe } from './svg.js';

const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;

describe('an SVG is refused that', () => {
  test.each([
    ['has a script', svg('<script>alert(1)</script>')],
    ['runs something', svg('<path onload="alert(1)"/>')],
    ['links', svg('<a href="https://evil.example"><path/></a>')],
    [
      'has HTML',
      svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'),
    ],
    ['has HTML alone', svg('<p xmlns="http://www.w3.org/1999/xhtml">x</p>')],
    ['has an element without namespace', svg('<x xmlns=""/>')],
    ['changes its attributes', svg('<set attributeName="href" to="javascript:alert(1)"/>')],
    ['loads a picture', svg('<image href="https://evil.example/x.png"/>')],
    ['refers elsewhere', svg('<linearGradient xlink:href="https://evil.example/#a"/>')],
    ['paints from elsewhere', svg('<path fill="url(https://evil.example/#a)"/>')],
    ['loads a style', svg('<style>@import "https://evil.example/x.css";</style>')],
    ['loads a font', svg('<style>@font-face { src: url("https://evil.example") }</style>')],
    ['hides what it loads', svg('<style>path { fill: u\\72l(https://evil.example) }</style>')],
    ['loads what has no address', svg('<style>path { fill: image-set("a.png" 1x) }</style>')],
    ['moves its references', svg('<path/>', 'xml:base="https://evil.example/"')],
    ['copies itself', svg('<g id="a"><use href="#a"/></g>')],
    ['has a document type', `<!DOCTYPE svg [<!ENTITY a "x">]>${svg('')}`],
    ['names a stylesheet', `<?xml-stylesheet href="x.css"?>${svg('')}`],
    ['is another document', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['is broken', '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'],
    ['is empty', ''],
    ['has too many elements', svg('<g/>'.repeat(2_001))],
  ])('%s', (_case, text) => expect(findUnsafe(text)).toMatch(/^(Must|Is) .*\.$/));
});

test('shapes, gradients, styles, and what editors add are safe', () => {
  const picture = `<?xml version="1.0" encoding="UTF-8"?>
    ${svg(
      `<title>Logo (expression of interest)</title><sodipodi:namedview xmlns:sodipodi="http://sodipodi.sourceforge.net" a="1"/>
      <defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
      <style>.b { fill: url(#a) }</style><path class="b" style="stroke: red" d="M0 0h1v1z" fill="url('#a')"/>`,
      'viewBox="0 0 24 24"',
    )}`;
  expect(findUnsafe(picture)).toBeUndefined();
});
