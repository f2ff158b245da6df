/** Builds the report: one HTML page with data, style and script, which makes no requests. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT } from '../../shared/basics/root.ts'
import { type Theme, themes } from '../draw/theme.ts'
import { linkFrom, REPORT_PATH } from '../text/paths.ts'
import type { ReportData } from './data.ts'
import { HEAT } from './heat.ts'

/** Style sheets in cascade order: that for narrow windows and print last. */
const STYLES = ['page', 'report', 'table', 'widths']

/** Returns a content security policy that allows only the page's own script and style. */
function policyOf(script: string, style: string): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`
}

/** Returns the page's HTML, byte for byte the same for the same data. */
export async function reportPage(data: ReportData): Promise<string> {
  const script = await bundle()
  const style = styleSheet(STYLES)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Requests per second, instructions, latency and cost of TypeScript servers, with intervals; compare any two">
<link rel="icon" href="data:,">
<title>Server benchmarks</title>
<style>${style}</style>
</head>
<body data-source="../../..">
<header class="top">
<h1>RPC validation benchmarks</h1>
<p>What it costs TypeScript servers to parse, validate and respond. A wrong response or error under load disqualifies a server.</p>
</header>
<noscript><p>This page needs JavaScript to draw its tables. <a href="../README.md">The same results as plain pages</a></p></noscript>
<nav class="bar" aria-label="Views" id="tabs"></nav>
<main id="panel"></main>
<footer>
<p>± is half of the 95% interval for an average machine of the kinds measured. “On another machine” is where the ratio will probably land on a new machine (95%). Open rows show such intervals for requests/s, MB/s and CPU too.</p>
<p>p50, p95 and p99 are latencies under full load. They are normalized to the requests/s shown, not directly observed.</p>
<p><a href="../../../README.md">README</a> · <a href="../README.md">All results as pages</a> · <a href="../validators/README.md">Validators without HTTP</a> · <a href="../findings/README.md">Violations found in frameworks</a> · <a href="../../../docs/method.md">How each number is measured</a></p>
<p id="pages">Other measurements: ${data.pages.map(pageLink).join(' · ')}</p>
</footer>
<script type="application/json" id="data">
${jsonOf(data)}
</script>
<script>${script}</script>
</body>
</html>
`
}

const link = linkFrom(REPORT_PATH)

/** Links a page; open rows link it by this address. */
const pageLink = ({ title, path }: ReportData['pages'][number]) =>
  `<a href="${link(path)}">${title}</a>`

/** Returns JSON with a line per server that cannot close its script element. */
function jsonOf(data: ReportData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('{"name":', '\n$&')
}

/** Bundles the script; the result depends only on the sources and the bundler's version. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['charts/report/client/main.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  })
  return (outputFiles[0]?.text ?? '').trim().replaceAll('</script', '<\\/script')
}

/** Returns style sheets as one, with the charts' colours. */
export function styleSheet(names: readonly string[]): string {
  const { light, dark } = themes
  const color = (name: string, of: (theme: Theme) => string) =>
    `--${name}:light-dark(${of(light)},${of(dark)});`
  const colors = [
    color('background', ({ background }) => background),
    color('text', ({ text }) => text),
    color('muted', ({ muted }) => muted),
    color('grid', ({ grid }) => grid),
    ...(['baseline', 'node', 'bun', 'deno'] as const).map((role) =>
      color(role, ({ roles }) => roles[role]),
    ),
    ...(['slower', 'faster'] as const).map(
      (side) => `--${side}:light-dark(${HEAT.light[side]},${HEAT.dark[side]});`,
    ),
  ]
  const rules = names.map((name) =>
    readFileSync(join(ROOT, `charts/report/style/${name}.css`), 'utf8'),
  )
  return `:root{${colors.join('')}}\n${rules.join('')}`.replaceAll('\r\n', '\n')
}
