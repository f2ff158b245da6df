import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caveatNotes } from '../probe/notes.ts'
import { rowsOf } from '../probe/probe.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { PART_NAMES, type PackageTime, packagesOf, profile } from './profile.ts'

const profiled = (name: string, cpu: number, packages: PackageTime[][], settled = 1) => {
  const values = { ...Object.fromEntries(PART_NAMES.map((part) => [part, 0])), cpu, settled }
  const subject = sampleSubject(
    name,
    packages.map((_, i) => ({ ...values, profiled: 1.25 + i / 4 })),
  )
  const samples = subject.samples.map((sample, i) => ({ ...sample, evidence: packages[i] ?? [] }))
  return { ...subject, samples }
}
const express = { package: 'express', part: 'router' as const, time: 6 }
const native = { package: 'native code', part: 'outside' as const, time: 9 }
const file = sampleMeasurement(profile, [
  profiled('express', 21, [[native, express], [native]], 0),
  profiled('http-node', 16, [[native], [native]]),
  sampleSubject('broken', 'exited with status 1'),
])

test('the cheapest server is first; packages without native code, of which one that a process lacks counts as zero there', () => {
  const [first, last] = rowsOf(profile, file)
  assert.deepEqual([first?.name, last?.name, last?.marks], ['http-node', 'express', '(unsettled)'])
  assert.deepEqual(packagesOf(last ?? assert.fail()), [native, { ...express, time: 3 }])
  const packages = profile.tables?.(file).at(-1)
  assert.equal(packages?.columns[0]?.value(last, file), 'express 3.0 (framework and router)')
})

test('notes say how much the profiler costs, and which servers had not settled', () => {
  assert.match(profile.notes?.(file).join() ?? '', / took 1\.38 to 1\.38 times as much/)
  assert.match(caveatNotes(profile, file).join(), /^unsettled: .*: express$/)
})
