import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { tableCells } from '../draw/fixture.ts'
import heap from '../instruments/heap/instrument.ts'
import startup from '../instruments/startup/instrument.ts'
import { significant } from '../text/numbers.ts'

test('README is short enough to be read', () => {
  const { length } = readFileSync(join(ROOT, 'README.md'))
  assert.ok(length <= 12_288, `README.md has ${length} bytes`)
})

test('its chart fits on one screen', () => {
  for (const theme of ['light', 'dark'] as const) {
    const path = join(ROOT, `charts/published/update-user/update-user.${theme}.svg`)
    const height = /<svg [^>]*height="(\d+)"/.exec(readFileSync(path, 'utf8'))?.[1]
    assert.ok(Number(height) <= 720, `${path} is ${height} pixels tall`)
  }
})

test('its figures of instruments are those of the published files', () => {
  const table = readFileSync(join(ROOT, 'README.md'), 'utf8').split('<!-- bench:table:')[1] ?? ''
  const titles = table.split('\n').find((line) => line.includes('| server |')) ?? ''
  const [ways, routes] = [startup.published?.()[0]?.file, heap.published?.()[0]?.file]
  const figures = {
    start: ways?.servers.map(({ name, way, routes, summary }) => ({
      name,
      value: way === 'source' && routes === null ? (summary?.instructions?.median ?? 0) / 1e6 : 0,
    })),
    'KB per route': routes?.routes.map(({ name, summary }) => ({ name, value: (summary?.used.median ?? 0) / 1e3 })),
  }
  for (const [title, all = []] of Object.entries(figures)) {
    const column = titles.split('|').findIndex((each) => each.includes(`[${title}`)) - 1
    const shown = tableCells(table).filter((cells) => cells[column] !== '')
    assert.ok(shown.length > 5, title)
    for (const { 1: server = '', [column]: cell } of shown) {
      const own = all.filter(({ name, value }) => name === server && value > 0)
      assert.deepEqual(
        own.map(({ value }) => significant(value)),
        [cell],
        `${title} of ${server}`,
      )
    }
  }
})
