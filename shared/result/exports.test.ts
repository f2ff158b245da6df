import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resultOf, steady, withRefusal, withVerdict } from './compare-fixtures.ts'
import { sampleCounts } from './counts-fixtures.ts'
import { EXPORT_FORMATS, type ExportFormat } from './exports.ts'
import { type FigureTable, figuresOfCounts, figuresOfResult } from './figures.ts'

const sealed = <T extends object>(file: T) => ({ ...file, checksum: '' })
const rates = { 'http-node': steady(40_000), express: steady(20_000, 5, 1), koa: steady(30_000) }
const idle = { kind: 'idle', message: 'neither was busy' } as const
const result = figuresOfResult(sealed(withRefusal(withVerdict(resultOf(rates), 'express', idle), 'koa')))
const counts = figuresOfCounts(sealed(sampleCounts({ express: [200_000, 200_100, 200_050], once: [5_000] })))

function filesOf(format: ExportFormat, table: FigureTable): Record<string, string> {
  return Object.fromEntries(EXPORT_FORMATS[format](table).map(({ name, text }) => [name, text]))
}

test('github-action-benchmark gets a file for each direction, and none without figures', () => {
  const files = filesOf('github-action-benchmark', result)
  assert.deepEqual(Object.keys(files), ['customBiggerIsBetter.json', 'customSmallerIsBetter.json'])
  const [bigger, smaller] = Object.values(files).map((text) => JSON.parse(text)) as [Entry[], Entry[]]
  const names = (entries: Entry[]) => entries.map(({ name }) => name).filter((name) => name.includes('express'))
  assert.deepEqual(names(bigger), [
    'update-user / express / requests/s over http-node',
    'update-user / express / requests/s',
  ])
  assert.deepEqual(names(smaller), [
    'update-user / express / p99 latency under full load',
    'update-user / express / CPU time of a request',
    'update-user / express / peak memory',
  ])
  const ratio = bigger.find(({ name }) => name === names(bigger)[0])
  assert.ok(Math.abs((ratio?.value ?? 0) - 0.5) < 0.005)
  assert.match(ratio?.range ?? '', /^0\.4\d+ to 0\.50\d*$/)
  assert.equal(ratio?.extra, 'express 1.2.3 on node 24.0.0; idle')
  assert.ok(![...bigger, ...smaller].some(({ name }) => name.includes('koa')), 'a refused server has no figure')
  for (const entry of [...bigger, ...smaller]) {
    assert.deepEqual(
      Object.keys(entry).filter((key) => !['name', 'unit', 'value', 'range', 'extra'].includes(key)),
      [],
    )
    assert.ok(Number.isFinite(entry.value) && entry.unit.length > 0)
  }
  assert.deepEqual(Object.keys(filesOf('github-action-benchmark', counts)), ['customSmallerIsBetter.json'])
})

interface Entry {
  name: string
  unit: string
  value: number
  range?: string
  extra?: string
}

test('Bencher gets benchmark, measure, value and both ends of the interval, where there is one', () => {
  const text = filesOf('bencher', counts)['bencher.json'] as string
  const { express, once } = Object.fromEntries(
    Object.entries(JSON.parse(text)).map(([name, measures]) => [name.replace('update-user/', ''), measures]),
  ) as Record<string, Record<string, Record<string, number>>>
  const metric = express?.['instructions-per-request']
  assert.deepEqual(Object.keys(metric ?? {}), ['value', 'lower_value', 'upper_value'])
  assert.equal(metric?.value, 200_050)
  assert.ok((metric?.lower_value ?? 0) < 200_050 && (metric?.upper_value ?? 0) > 200_050)
  assert.deepEqual(once, { 'instructions-per-request': { value: 5_000 } })
  const measures = Object.keys(JSON.parse(filesOf('bencher', result)['bencher.json'] as string)['update-user/express'])
  assert.ok(measures.every((name) => /^[a-z0-9-]{1,64}$/.test(name)))
  assert.equal(measures.length, 5)
})

test('CSV has a row for each server, intervals as columns, and quotes where RFC 4180 wants them', () => {
  const text = filesOf('csv', result)['figures.csv'] as string
  const lines = text.split('\r\n')
  assert.equal(lines.length, 5)
  assert.equal(lines.at(-1), '')
  assert.ok(!text.replaceAll('\r\n', '').includes('\n'))
  const head = lines[0]?.split(',') ?? []
  const express = lines.find((line) => line.includes(',express,'))?.split(',') ?? []
  const cell = (name: string) => express[head.indexOf(name)]
  assert.match(cell('ratio_to_baseline') ?? '', /^0\.(49|50)\d*$/)
  assert.ok(Number(cell('ratio_to_baseline_low')) < 0.5 && Number(cell('ratio_to_baseline_high')) > 0.5)
  assert.equal(cell('verdicts'), 'idle')
  const koa = lines.find((line) => line.includes(',koa,')) ?? ''
  assert.match(koa, /,,,,,,,,,,,,,,,,measurement: 3 of 9 responses had a wrong body$/)
  const odd: FigureTable = { ...counts, servers: [{ ...row(counts), refusal: 'a "b", c' }] }
  assert.match(filesOf('csv', odd)['figures.csv'] as string, /,"a ""b"", c"\r\n$/)
})

function row({ servers }: FigureTable) {
  const [first] = servers
  assert.ok(first)
  return first
}
