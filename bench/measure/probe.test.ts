import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heap } from '../../shared/probes/heap.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import type { Server } from '../folders/servers.ts'
import { writingTo } from '../terminal/output.ts'
import { faulty } from '../test/rounds.ts'
import type { AnyMeasuring } from './probe.ts'
import { measureSubjects } from './rounds.ts'
import { type Finder, subjectOf } from './subjects.ts'

test('processes of a subject share what is done once, and end where it has no more', async () => {
  const [server] = faulty('honest') as [Server]
  const parts = ['three', 'one']
  const done: string[] = []
  const definition: AnyMeasuring = {
    probe: heap,
    description: '',
    subjects: {} as Finder,
    options: {},
    async measure({ part }, { round, once }) {
      if (part === 'one' && round > 1) return null
      const used = await once(async () => done.push(part))
      return { values: { used } }
    },
  }
  const measured = await measuredParts(definition, server, parts)
  assert.deepEqual(done.toSorted(), ['one', 'three'])
  assert.deepEqual(
    measured.map(({ samples }) => samples.map(({ round }) => round)),
    [[1, 2, 3], [1]],
  )
})

test('what fails, or whose exact figures differ from process to process, is disqualified', async () => {
  const [server] = faulty('honest') as [Server]
  const definition: AnyMeasuring = {
    probe: {
      ...heap,
      metrics: [
        { id: 'count', title: 'count', exact: true },
        { id: 'time', title: 'time' },
      ],
    },
    description: '',
    subjects: {} as Finder,
    options: {},
    async measure({ part }, { round }) {
      if (part === 'fails') throw new Error('it broke')
      return { values: { count: part === 'varies' ? round : 1, time: round } }
    },
  }
  const measured = await measuredParts(definition, server, ['works', 'varies', 'fails'])
  assert.deepEqual(
    measured.map(({ disqualified, samples }) => [disqualified, samples.length]),
    [
      [null, 3],
      ['count differs from process to process: 1, 2, 3', 3],
      ['it broke', 0],
    ],
  )
})

/** Measures three processes of each part of a server. */
async function measuredParts(definition: AnyMeasuring, server: Server, parts: string[]) {
  const io = { out: { write: () => true }, err: process.stderr }
  const pinning = { server: null, generator: null, note: 'a test' }
  return await writingTo(io, () =>
    measureSubjects(definition, {
      subjects: parts.map((part) => subjectOf(server, '', part)),
      scenario: updateUser,
      values: {},
      tools: { pinning, lanes: [null], counter: null, version: 'none' },
      processes: 3,
      seed: 1,
    }),
  )
}
