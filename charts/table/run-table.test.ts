import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from '../../shared/probes/run.ts'
import { pooledOf } from '../../shared/results/published.ts'
import { disqualify, resultOf, steady, withCaveat } from '../../shared/test/compare-fixtures.ts'
import { csvOf } from './data.ts'
import { probeData } from './probe-table.ts'

const sealed = <T extends object>(file: T) => ({ ...file, checksum: '' })
const rates = { 'http-node': steady(40_000), express: steady(20_000, 5, 1), koa: steady(30_000) }
const idle = { kind: 'idle', message: 'neither was busy' } as const

test('CSV has a row per server, intervals as columns, and quotes as in RFC 4180', () => {
  const text = csvOf(
    probeData(run, sealed(disqualify(withCaveat(resultOf(rates), 'express', idle), 'koa'))),
  )
  const lines = text.split('\r\n')
  assert.equal(lines.length, 5)
  assert.equal(lines.at(-1), '')
  assert.ok(!text.replaceAll('\r\n', '').includes('\n'))
  const head = lines[0]?.split(',') ?? []
  const express = lines.find((line) => line.includes(',express,'))?.split(',') ?? []
  const cell = (name: string) => express[head.indexOf(name)]
  assert.match(cell('ratio_to_baseline') ?? '', /^0\.(49|50)\d*$/)
  assert.ok(
    Number(cell('ratio_to_baseline_low')) < 0.5 && Number(cell('ratio_to_baseline_high')) > 0.5,
  )
  assert.equal(cell('caveats'), 'idle')
  const koa = lines.find((line) => line.includes(',koa,')) ?? ''
  assert.match(koa, /,,,,measurement: 3 of 9 responses had a wrong body$/)
  const odd = resultOf(rates)
  const subjects = odd.subjects.map((server) => ({ ...server, version: 'a "b", c' }))
  assert.match(csvOf(probeData(run, sealed({ ...odd, subjects }))), /,"a ""b"", c",/)
})

test('CSV of pooled runs has prediction intervals for another machine, and the number of machines', () => {
  const runs = ['a', 'b'].map((boot) => {
    const result = resultOf(rates)
    const { environment, protocol } = result
    const { rounds } = result.details
    const file = {
      ...result,
      environment: { ...environment, boot },
      protocol: { ...protocol, rounds: rounds.length },
    }
    return { file: { ...file, checksum: boot }, path: boot }
  })
  const lines = csvOf(probeData(run, pooledOf(runs)?.result ?? assert.fail())).split('\r\n')
  const head = lines[0]?.split(',') ?? []
  const cells = (server: string) =>
    lines.find((line) => line.includes(`,${server},`))?.split(',') ?? []
  const cell = (server: string, name: string) => cells(server)[head.indexOf(name)]
  assert.deepEqual([cell('koa', 'machines'), cell('koa', 'runs')], ['2', '2'])
  assert.ok(
    Number(cell('koa', 'ratio_elsewhere_low')) < Number(cell('koa', 'ratio_to_baseline_low')),
  )
  assert.ok(Number(cell('koa', 'us_over_baseline')) > 0)
  assert.equal(cell('http-node', 'us_over_baseline'), '')
})
