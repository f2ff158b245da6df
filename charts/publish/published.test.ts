/** Checks that the repository's pages match its published results. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { CAVEATS } from '../../shared/results/caveats.ts'
import { repositoryResults } from '../../shared/test/published-fixture.ts'
import { probeFiles } from '../pages/probe-page.ts'
import { storedProbes } from '../pages/probes.ts'
import { PAGES, regionsOf } from '../pages/regions.ts'
import { holdsRegion } from '../text/markdown.ts'
import { REPORT_PATH } from '../text/paths.ts'
import { leftovers, publishedFiles, readSources } from './publish.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n')

test('pages and charts are made from the published results', async () => {
  const files = await publishedFiles(readSources(repositoryResults()))
  const behind = [...files]
    .filter(([path, text]) => !existsSync(join(ROOT, path)) || read(path) !== text)
    .map(([path]) => path)
  const all = [...behind, ...leftovers(files)]
  assert.equal(all.length, 0, `${all.join(', ')}: to be published by "npm run bench -- publish"`)
})

test('a page shows nothing of a protocol that its probe’s schema lets a file lack', () => {
  for (const { probe, stored } of storedProbes()) {
    for (const { file, path } of stored.slice(0, 1)) {
      for (const key of Object.keys(file.protocol)) {
        const { [key]: _, ...protocol } = file.protocol
        if (probe.protocol?.safeParse(protocol).success === false) continue
        const changed = { ...file, protocol, subjects: [...file.subjects] }
        const files = probeFiles(probe, [{ file: changed, path }])
        const broken = [...files.values()].some((text) => /undefined|\bNaN\b/.test(text))
        assert.ok(!broken, `${probe.name}: ${key}`)
      }
    }
  }
})

test('every region is on a page', () => {
  const pages = PAGES.map(read)
  const missing = Object.keys(regionsOf([])).filter(
    (region) => !pages.some((page) => holdsRegion(page, region)),
  )
  assert.deepEqual(missing, [])
})

test('every property in the report is known of a server', () => {
  const [, json = ''] =
    /type="application\/json" id="data">(.*?)<\/script>/s.exec(read(REPORT_PATH)) ?? []
  const { properties, servers } = JSON.parse(json)
  for (const [i, property] of properties.entries())
    assert.ok(
      servers.some((server: typeof servers) => server.properties[i] !== null),
      property,
    )
})

test('README’s chart fits on one screen', () => {
  const svg = read('charts/published/update-user/update-user.light.svg')
  const [, height] = /<svg [^>]*height="(\d+)"/.exec(svg) ?? []
  assert.ok(Number(height) <= 720, `${height} pixels`)
})

/** Figures of a chart: its numbers of three digits or more, without those of its axes. */
const figuresIn = (path: string) =>
  new Set(
    [
      ...read(path)
        .replaceAll(/<g [^>]*tick label">.*<\/g>/g, '')
        .matchAll(/>([^<]*\d[^<]*)</g),
    ].flatMap(([, text = '']) =>
      text.replaceAll(/\D/g, '').replace(/^0+/, '').length > 2 ? [text] : [],
    ),
  )

test('no two pages show the same picture, nor another drawing of the same figures', () => {
  const pages = globSync(['README.md', 'docs/**/*.md', 'charts/published/**/*.md'], { cwd: ROOT })
  const pictures = pages.flatMap((page) =>
    [...read(page).matchAll(/<img [^>]*src="([^"]+\.svg)"/g)].map(([, link = '']) => {
      const path = posix.join(posix.dirname(page.replaceAll('\\', '/')), link)
      return { page, path, figures: figuresIn(path) }
    }),
  )
  assert.ok(pictures.length > 30)
  const same = pictures.flatMap((one, i) =>
    pictures.slice(i + 1).flatMap((other) => {
      const [fewer, more] = [one.figures, other.figures].sort((a, b) => a.size - b.size)
      const shared = fewer?.intersection(more ?? new Set()).size ?? 0
      const isSame = one.path === other.path || (shared > 4 && 2 * shared > Number(fewer?.size))
      return isSame && one.page !== other.page ? [`${one.page}, ${other.page}: ${one.path}`] : []
    }),
  )
  assert.deepEqual(same, [])
})

test('a mark has the same meaning on every page', () => {
  const pages = readdirSync(join(ROOT, 'charts/published'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `charts/published/${path}`)
  const meanings = new Map<string, Set<string>>()
  for (const path of ['README.md', ...pages])
    for (const [, mark = '', kind = ''] of read(path).matchAll(
      /^- (?:In \S+: )?\\?([^\w\s[("`*]|\*(?=\s)) \**([\w-]+)/gm,
    ))
      meanings.set(mark, (meanings.get(mark) ?? new Set()).add(kind))
  for (const [mark, kinds] of meanings) {
    const own = Object.entries(CAVEATS).flatMap(([kind, caveat]) =>
      caveat.mark === mark ? [kind] : [],
    )
    assert.deepEqual([...kinds], own, mark)
  }
  assert.ok(meanings.size >= 5)
})
