import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { imagesInHtml, htmlToText, RichText } from './rich-text.js';

const PICTURE = 'data:image/svg+xml;base64,PHN2Zy8+';
afterEach(cleanup);

describe('RichText', () => {
  it('SS-018 shows text and pictures of foreign HTML without scripts, handlers, links or styles', () => {
    const html = [
      '<p onclick="steal()">正文<script>steal()</script><img src=x alt="图" onerror="steal()">',
      '<a href="javascript:steal()">链接</a></p>',
      `<img src="${PICTURE}" alt="密封桶" onload="steal()">`,
      '<iframe src="//evil"></iframe><style>p{}</style><svg onload="steal()"><text>s</text></svg>',
    ].join('');
    const { container } = render(<RichText html={html} />);
    expect(container.textContent).toBe('正文图链接');
    expect(
      [...container.querySelectorAll('*')]
        .flatMap((element) => element.getAttributeNames())
        .filter((name) => name.startsWith('on') || name === 'href' || name === 'style'),
    ).toEqual([]);
    expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([PICTURE]);
    expect(container.querySelector('script, iframe, style, svg')).toBeNull();
  });

  it('SS-017 passes a clicked picture to the viewer', async () => {
    const viewedPictures: unknown[] = [];
    const { getByRole } = render(
      <RichText
        html={`<p>一</p><img src="${PICTURE}" alt="a">`}
        onPicture={(picture) => viewedPictures.push(picture)}
      />,
    );
    await userEvent.click(getByRole('button'));
    expect(viewedPictures).toEqual([{ src: PICTURE, alt: 'a' }]);
  });

  it('SS-017 passes pictures of the platform’s store with the address on the API host to the viewer, in text order', async () => {
    const ownPicture = '/RichTextImages/0b5f0a4e-2d9a-4c1b-8a57-3f5a1f0c9d11.png';
    const html = `<img src="${ownPicture}" alt="一"><p>字</p><img src="${PICTURE}" alt="二"><img src="https://evil.example/a.png" alt="三">`;
    const viewedPictures: unknown[] = [];
    const { getByRole } = render(<RichText html={html} onPicture={(picture) => viewedPictures.push(picture)} />);
    await userEvent.click(getByRole('button', { name: '一' }));
    expect(viewedPictures).toEqual([{ src: `${location.origin}${ownPicture}`, alt: '一' }]);
    expect(imagesInHtml(html)).toEqual([
      { src: `${location.origin}${ownPicture}`, alt: '一' },
      { src: PICTURE, alt: '二' },
    ]);
  });

  it('links only pictures of the platform’s own store, to a new tab, and shows no others', () => {
    const ownPicture = '/RichTextImages/0b5f0a4e-2d9a-4c1b-8a57-3f5a1f0c9d11.png';
    const { container } = render(
      <RichText
        html={`<p>一</p><img src="${ownPicture}" alt="第一步" onerror="steal()"><img src="https://evil.example${ownPicture}"><img src="/api/anything">`}
        links
      />,
    );
    expect(
      [...container.querySelectorAll('img')].map((image) => [
        image.getAttribute('src'),
        image.alt,
        image.hasAttribute('onerror'),
      ]),
    ).toEqual([[`${location.origin}${ownPicture}`, '第一步', false]]);
    expect([...container.querySelectorAll('a')].map(({ href, target }) => [href, target])).toEqual([
      [`${location.origin}${ownPicture}`, '_blank'],
    ]);
  });

  it('is converted to plain lines for the clipboard', () => {
    expect(
      htmlToText(
        '<h4>收样要求</h4><p><b>数量：</b>不少于&nbsp;12kg</p><ol><li>一</li><li>二</li></ol><script>x</script>',
      ),
    ).toBe('收样要求\n数量：不少于 12kg\n一\n二');
  });
});
