/**
 * The Pages site: README as its home, every page of the repository as HTML at the page's own path, the report, and a page per
 * server. A link to a file that the site lacks leads to the repository.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Marked, type Token } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { ROOT } from '../../shared/basics/root.ts'
import { styleSheet } from '../report/build.ts'
import { attribute } from '../text/markdown.ts'
import {
  FINDINGS_PATH,
  INDEX_PATH,
  linkFrom,
  PUBLISHED_FOLDER,
  REPORT_PATH,
  SITE_REPORT,
} from '../text/paths.ts'

const FILES = [
  '*.md',
  'docs/**/*.{md,svg}',
  `${PUBLISHED_FOLDER}/**/*.{md,svg}`,
  'results/experiments/**/*.{md,svg}',
]

const HOME = 'index.html'
const STYLE = 'site.css'
/** Screenshot of the report, 1200 × 630, which the workflow makes. */
const PREVIEW = 'preview.png'

const NAME = 'RPC validation benchmarks'

/** Links at the top of each page: paths from the repository's root. */
const TOP: readonly (readonly [path: string, title: string])[] = [
  ['README.md', 'Start'],
  [REPORT_PATH, 'Report'],
  [INDEX_PATH, 'Results'],
  [FINDINGS_PATH, 'Findings'],
  ['docs/method.md', 'Method'],
]

interface Page {
  title: string
  /** Text of the first paragraph. */
  description: string
  html: string
}

/**
 * Returns contents by path on the site. Reads the published pages from disk.
 * @param repository `owner/name` on GitHub
 * @param source address of its files
 * @param own pages that only the site has: Markdown by path
 */
export function siteFiles(
  repository: string,
  source: string,
  own: ReadonlyMap<string, string> = new Map(),
  root = ROOT,
): Map<string, string> {
  const stored = globSync(FILES, { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  const paths = [...stored, ...own.keys()].sort()
  const read = (path: string) => own.get(path) ?? readFileSync(join(root, path), 'utf8')
  const [owner = '', name = ''] = repository.toLowerCase().split('/')
  const preview = `https://${owner}.github.io/${name}/${PREVIEW}`
  const placeOf = placesOn(paths)
  const relinked = (html: string, path: string) => withLinks(html, path, placeOf, source)
  const pages = new Map(paths.filter(isPage).map((path) => [path, pageOf(read(path))]))
  const documents = [...pages].flatMap(([path, { title }]) =>
    path.startsWith('docs/') ? [[path, title] as const] : [],
  )
  const htmlOf = ([path, page]: [string, Page]) =>
    relinked(template(path, page, documents, preview), path)
  const report = read(REPORT_PATH)
    .replace(
      '</title>',
      `$&\n${socialTags(NAME, 'TypeScript servers that validate data, compared', preview)}`,
    )
    .replace(/data-source="[^"]*"/, `data-source="${source}" data-servers="servers"`)
  return new Map([
    [SITE_REPORT, relinked(report, REPORT_PATH)],
    [STYLE, styleSheet(['page', 'site'])],
    ...[...pages].map((entry): [string, string] => [placeOf(entry[0]) as string, htmlOf(entry)]),
    ...paths.filter((path) => !isPage(path)).map((path): [string, string] => [path, read(path)]),
  ])
}

const isPage = (path: string) => path.endsWith('.md')

/** Returns a function from a path in the repository to its path on the site; undefined if it has none. */
function placesOn(paths: readonly string[]): (path: string) => string | undefined {
  const places = new Map(paths.map((path) => [path, path.replace(/\.md$/, '.html')]))
  places.set('README.md', HOME).set(REPORT_PATH, SITE_REPORT).set(STYLE, STYLE)
  return (path) => places.get(path) ?? places.get(posix.join(path, 'README.md'))
}

/** Allows only the site's own style and pictures: whatever a result file puts into a page is inert. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"

/** The HTML of pages: pictures, relative links, folded parts, code and comments. */
const OWN_HTML =
  /^(?:[^<]|<!--(?:(?!-->)[\s\S])*-->|<\/?(?:picture|details|summary|code|a)>|<a href="(?:https:\/\/)?[\w./#-]*">|<(?:source|img)(?: (?:media|alt|src|srcset)="[^"<]*")+>)*$/

/** `https:`, or relative. */
const LINK = /^(?:https:\/\/|[#./]|[\w-]+(?:[/.#]|$))/

/** Shows other HTML as text, and other links without their address. */
const markdown = new Marked(gfmHeadingId(), {
  renderer: {
    html: ({ text }) => (OWN_HTML.test(text) ? text : attribute(text)),
    link({ href, tokens }) {
      return LINK.test(href) ? false : this.parser.parseInline(tokens)
    },
    image: ({ href, text }) => (LINK.test(href) ? false : attribute(text)),
  },
})

function pageOf(text: string): Page {
  const tokens = markdown.lexer(text)
  const lead = plainText(tokens, 'paragraph')
  return {
    title: plainText(tokens, 'heading'),
    description: lead.length <= 200 ? lead : `${lead.slice(0, 200).replace(/\s\S*$/, '')} …`,
    // Whatever is wider than a phone scrolls, and so must take the focus.
    html: markdown
      .parse(text, { async: false })
      .replaceAll('<pre>', '<pre tabindex="0">')
      .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>'),
  }
}

/** Returns the text of the first token of a type that has one, without markup. */
function plainText(tokens: readonly Token[], type: string): string {
  const texts = tokens.map((token) =>
    token.type === type && 'text' in token ? String(token.text) : '',
  )
  return (
    texts
      .map((text) =>
        text.replaceAll(/<!--.*?-->|[*`]/gs, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
      )
      .map((text) => text.replaceAll(/\s+/g, ' ').trim())
      .find((text) => text !== '') ?? ''
  )
}

/** Replaces the links of a page by those between the site's pages. @param path of the page in the repository */
function withLinks(
  html: string,
  path: string,
  placeOf: (path: string) => string | undefined,
  source: string,
): string {
  const page = placeOf(path) as string
  return html.replaceAll(
    / (href|src|srcset)="([^"#:]+)(#[^"]*)?"/g,
    (_, name, link, fragment = '') => {
      const target = posix.join(posix.dirname(path), link)
      const place = placeOf(target.replace(/\/$/, ''))
      const found = place === undefined ? `${source}/${target}` : linkFrom(page)(place)
      return ` ${name}="${found}${fragment}"`
    },
  )
}

function socialTags(title: string, description: string, preview: string): string {
  const tag = (property: string, content: string) =>
    `<meta property="og:${property}" content="${attribute(content)}">`
  return [
    tag('type', 'website'),
    tag('title', title),
    tag('description', description),
    tag('image', preview),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n')
}

/** @param documents paths and titles of `docs/` */
function template(
  path: string,
  { title, description, html }: Page,
  documents: readonly (readonly [path: string, title: string])[],
  preview: string,
): string {
  const link = linkFrom(path)
  const links = (pages: typeof documents) =>
    pages
      .map(([target, text]) => {
        const current = target === path ? ' aria-current="page"' : ''
        return `<li><a href="${link(target)}"${current}>${attribute(text)}</a></li>`
      })
      .join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${attribute(title)} – ${NAME}</title>
<meta name="description" content="${attribute(description)}">
${socialTags(title, description, preview)}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${link(STYLE)}">
</head>
<body>
<nav class="bar" aria-label="Site"><ul>${links(TOP)}</ul></nav>
<main>
${html}</main>
<footer>
<h2>How it is measured</h2>
<ul>${links(documents)}</ul>
</footer>
</body>
</html>
`
}
