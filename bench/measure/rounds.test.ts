import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heap } from '../../shared/probes/heap.ts'
import { overload } from '../../shared/probes/overload.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { writingTo } from '../terminal/output.ts'
import { serverNamed } from '../test/rounds.ts'
import type { AnyMeasuring } from './probe.ts'
import { measureSubjects } from './rounds.ts'
import { type SubjectFinder, subjectOf } from './subjects.ts'

const server = serverNamed('honest')

type How = Pick<AnyMeasuring, 'measure' | 'share'> & Partial<Pick<AnyMeasuring, 'probe'>>

/** Measures three processes of each part of a server. */
async function measured(parts: readonly string[], how: How, lines: string[] = []) {
  const definition = {
    probe: heap,
    description: '',
    subjects: {} as SubjectFinder,
    options: {},
    ...how,
  }
  const write = (text: string) => lines.push(text) > 0
  const io = { out: { write }, err: process.stderr }
  const pinning = { server: null, generator: null, note: 'a test' }
  const subjects = await writingTo(io, () =>
    measureSubjects(definition, {
      subjects: parts.map((part) => subjectOf(server, '', part)),
      scenario: updateUser,
      values: {},
      tools: { pinning, lanes: [null], counter: null, version: 'none' },
      processes: 3,
      seed: 1,
    }),
  )
  return subjects.map(({ part, disqualified, samples }) => ({
    part,
    disqualified,
    used: samples.map(({ round, values }) => `${values.used} in round ${round}`),
  }))
}

test('processes of a subject share what is done once, and end where it has no more', async () => {
  const done: string[] = []
  const subjects = await measured(['three', 'one'], {
    async measure({ part }, { round, once }) {
      if (part === 'one' && round > 1) return null
      const used = await once(async () => done.push(part))
      return { values: { used: used && part } }
    },
  })
  assert.deepEqual(done.toSorted(), ['one', 'three'])
  assert.deepEqual(
    subjects.map(({ used }) => used),
    [['three in round 1', 'three in round 2', 'three in round 3'], ['one in round 1']],
  )
})

test('a process yields samples of several parts, and ends before what all share', async () => {
  let ended = 0
  const subjects = await measured([''], {
    share: () => ({ rate: 10, [Symbol.asyncDispose]: async () => void ended++ }),
    async measure(_, { shared }) {
      assert.equal(ended, 0)
      return {
        parts: { slow: { values: { used: 1 } }, fast: { values: { used: shared.rate } } },
      }
    },
  })
  assert.equal(ended, 1)
  assert.deepEqual(subjects, [
    {
      part: 'slow',
      disqualified: null,
      used: ['1 in round 1', '1 in round 2', '1 in round 3'],
    },
    {
      part: 'fast',
      disqualified: null,
      used: ['10 in round 1', '10 in round 2', '10 in round 3'],
    },
  ])
})

test('a part that fails in one process is disqualified, and the other parts are not', async () => {
  const subjects = await measured([''], {
    measure: async (_, { round }) => ({
      parts: {
        steady: { values: { used: 1 } },
        broken: round === 2 ? { disqualified: 'it broke' } : { values: { used: 2 } },
      },
    }),
  })
  assert.deepEqual(
    subjects.map(({ part, disqualified, used }) => [part, disqualified, used.length]),
    [
      ['steady', null, 3],
      ['broken', 'it broke', 2],
    ],
  )
})

test('what fails later, or whose exact figures differ from process to process, is disqualified', async () => {
  const metrics = [{ id: 'used', title: 'used', exact: true }]
  const subjects = await measured(['works', 'varies', 'fails'], {
    probe: { ...heap, metrics },
    async measure({ part }, { round }) {
      if (part === 'fails' && round === 2) throw new Error('it broke')
      const values = { used: part === 'varies' ? round : 1 }
      return part === 'fails' ? { parts: { other: { values } } } : { values }
    },
  })
  assert.deepEqual(
    subjects.map(({ part, disqualified, used }) => [part, disqualified, used.length]),
    [
      ['works', null, 3],
      ['varies', 'used differs from process to process: 1, 2, 3', 3],
      ['fails', 'it broke', 0],
    ],
  )
})

test('a line shows words in place of a figure that does not count', async () => {
  const lines: string[] = []
  const values = { capacity: 100, settled: 0, 'goodput@2': 50 }
  await measured([''], { probe: overload, measure: async () => ({ values }) }, lines)
  assert.match(lines.join(''), /capacity, requests\/s 100, goodput at 2×, % not warm\n/)
})
