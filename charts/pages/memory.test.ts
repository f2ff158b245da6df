import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleMemories, sampleMemory } from '../../shared/result/running-fixtures.ts'
import { memoryRows } from '../specs/memory.ts'
import { growing } from '../specs/memory-over-time.ts'
import { memorySection } from './memory.ts'

const path = 'results/memory/update-user/2026-11-21T10-00-00Z.json'
const light = [sampleMemory(40, 60, 55, 5), sampleMemory(41, 62, 56, 5.1), sampleMemory(42, 64, 57, 5.2)]
const servers = {
  heavy: [sampleMemory(80, 150, 140, null, 45)],
  light,
  broken: [],
}
const file = { ...sampleMemories(servers), checksum: '' }

function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => /^\| (light|heavy)/.test(line))
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

test('the least peak comes first; who did not hold the rate is marked, and who was refused is named', () => {
  const { text } = memorySection({ file, path })
  assert.deepEqual(rowsOf(text), [
    ['light', '41.0', '62.0', '62.0', '56.0', '5.10'],
    ['heavy ‡', '80.0', '150', '150', '140', ''],
  ])
  assert.match(text, /\n- ‡ slower: .*: heavy\n/)
  assert.match(text, /\n- broken: refused: a wrong answer\n/)
  assert.match(text, /2,500 requests\/s at equal distances on 16 connections for 40 s: 100,000 requests/)
  assert.ok(text.includes(`[\`${path}\`](../../../${path})`))
})

test('the charts hold every server that has a figure', async () => {
  assert.deepEqual(
    memoryRows(file).map(({ markedLabel, figure, aside, more }) => [markedLabel, figure, aside, ...(more ?? [])]),
    [
      ['light', '62.0 MB', '41.0', '56.0', '5.10'],
      ['heavy ‡', '150 MB', '80.0', '140', ''],
    ],
  )
  const { pictures } = memorySection({ file, path })
  assert.equal(pictures.length, 2)
  for (const { draw } of pictures) assert.match(await draw('dark'), />light</)
  assert.deepEqual(
    growing(file).map(({ name }) => name),
    ['heavy', 'light'],
  )
})

test('a soak names who leaks, by bytes a request and megabytes an hour', () => {
  const soak = {
    ...sampleMemories({ light: light.slice(0, 1), heavy: light.slice(0, 1) }, { heavy: 10 }),
    checksum: '',
  }
  const { text } = memorySection({ file: soak, path })
  assert.deepEqual(
    rowsOf(text).map(([name, slope, , hour, leak]) => [name, slope, hour, leak]),
    [
      ['heavy', '10.00', '90.0', '**leaks**'],
      ['light', '0.00', '0.0', 'none'],
    ],
  )
  assert.match(text, /in the last 360 of 600 s/)
})

test('of a server that was refused in a soak, what it held until then is not lost', () => {
  const soak = sampleMemories({ heavy: light.slice(0, 1), steady: light.slice(0, 1) }, { heavy: 10 })
  const servers = soak.servers.map((server) => {
    const [watched] = server.processes
    return {
      ...server,
      processes: [],
      summary: null,
      refusal: 'does not hold 2500 requests/s',
      broken: watched ?? null,
    }
  })
  const { text } = memorySection({ file: { ...soak, servers, checksum: '' }, path })
  assert.match(
    text,
    /\n- heavy: refused: does not hold 2500 requests\/s; until then what it held grew by 10\.00 bytes a request, and did not slow down\n/,
  )
  assert.match(text, /\n- steady: refused: does not hold 2500 requests\/s\n/)
})
