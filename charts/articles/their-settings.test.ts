import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generators } from '../../shared/probes/generators.ts'
import { sampleMeasurement, sampleSubject } from '../../shared/test/measurements.ts'
import { tableCells } from '../test/run-fixture.ts'
import { settingsText } from './their-settings.ts'

const under = (name: string, part: string, perSecond: number) =>
  sampleSubject(
    name,
    Array.from({ length: 5 }, () => ({ perSecond })),
    { part },
  )

const stored = (protocol: Record<string, number | null>) => {
  const subjects = [
    under('http-node', 'builtin', 20_000),
    under('http-node', 'autocannon', 16_000),
    under('koa', 'builtin', 10_000),
    under('koa', 'autocannon', 6_000),
  ]
  const file = sampleMeasurement(generators, subjects)
  Object.assign(file.protocol, protocol)
  return [{ path: '', file: { ...file, scenario: 'route-params' } }]
}
const setting = { connections: 100, pipelining: 1, seconds: 5, requests: null }

test('a page’s setting has the ratio under its program, and beside it that under ours', () => {
  assert.deepEqual(tableCells(settingsText(stored(setting), [])), [
    [
      'tinyhttp',
      'autocannon, 100 connections',
      'koa',
      '0.375 (0.375 to 0.375)',
      '0.500 (0.500 to 0.500)',
    ],
  ])
})

test('a file of another load is no page’s setting', () => {
  assert.equal(settingsText(stored({ ...setting, connections: 50 }), []), '')
})
