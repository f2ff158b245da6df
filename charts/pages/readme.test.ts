import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { medianOf } from '../../shared/stats/statistics.ts'
import { tableCells } from '../draw/fixture.ts'
import startup from '../instruments/startup/instrument.ts'

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

test('its starts are those of the published file', () => {
  const table = readFileSync(join(ROOT, 'README.md'), 'utf8').split('<!-- bench:table:')[1] ?? ''
  const titles = table.split('\n').find((line) => line.includes('| server |')) ?? ''
  const column = titles.split('|').findIndex((title) => title.includes('[start')) - 1
  const files = startup.published?.().map(({ file }) => file) ?? []
  const ratios = (name: string) =>
    files.map(({ servers }) => {
      const workOf = (server: string) => {
        const own = servers.find(({ name, way, routes }) => name === server && way === 'source' && routes === null)
        return own && own.instructions.length > 0 ? medianOf(own.instructions).median : Number.NaN
      }
      return (workOf(name) / workOf('http-node')).toFixed(2)
    })
  const shown = tableCells(table).filter((cells) => cells[column] !== '')
  assert.ok(shown.length > 5)
  for (const { 1: server = '', [column]: cell } of shown)
    assert.ok(ratios(server.replace(/ .*/, '')).includes(cell ?? ''), server)
})
