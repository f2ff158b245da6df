import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { onPath } from '../processes/programs.ts'
import { detectPinning, grantedCpus, parseCpuList, pinnedCommand, planPinning } from './cpus.ts'

const alone = (cpu: number) => [cpu]

test('a container’s limit is rounded down to whole CPUs, at least one', () => {
  const quotas = ['200000 100000', '250000 100000', '50000 100000', 'max 100000', '', null]
  assert.deepEqual(quotas.map(grantedCpus), [
    2,
    2,
    1,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ])
})

describe('parseCpuList', () => {
  const lists: [string, number[]][] = [
    ['0', [0]],
    ['3', [3]],
    ['0-3', [0, 1, 2, 3]],
    ['0-2,5', [0, 1, 2, 5]],
    ['1,3,8-9\n', [1, 3, 8, 9]],
    ['10-12', [10, 11, 12]],
    ['', []],
  ]
  for (const [list, cpus] of lists) {
    test(`${JSON.stringify(list)} is [${cpus}]`, () => assert.deepEqual(parseCpuList(list), cpus))
  }
})

describe('planPinning', () => {
  test('pins nothing on one CPU, with a note', () => {
    for (const cpus of [[], [0], [5]]) {
      assert.deepEqual(planPinning(cpus, alone), {
        server: null,
        generator: null,
        note: 'there is only one CPU',
      })
    }
  })

  test('gives each side one of two CPUs', () => {
    assert.deepEqual(planPinning([0, 1], alone), { server: [1], generator: [0], note: null })
  })

  test('uses the sibling for the generator if there is no other CPU', () => {
    assert.deepEqual(
      planPinning([0, 1], () => [0, 1]),
      { server: [1], generator: [0], note: null },
    )
  })

  test('leaves the sibling of the server idle with four CPUs', () => {
    assert.deepEqual(planPinning([0, 1, 2, 3], (cpu) => [cpu & 2, (cpu & 2) + 1]).generator, [0, 1])
    assert.deepEqual(planPinning([0, 1, 2, 3], (cpu) => [cpu % 2, (cpu % 2) + 2]).generator, [0, 2])
    assert.deepEqual(planPinning([0, 1, 2, 3], alone).generator, [0, 1, 2])
  })

  test('never overlaps, and stays within the allowed CPUs', () => {
    for (const allowed of [
      [0, 1],
      [2, 7],
      [0, 1, 2],
      [0, 1, 2, 3],
      [4, 5, 6, 7, 12, 13, 14, 15],
    ]) {
      for (const siblings of [
        alone,
        (cpu: number) => [cpu, cpu ^ 1],
        (cpu: number) => [cpu, cpu ^ 8],
        () => allowed,
      ]) {
        const { server, generator } = planPinning(allowed, siblings)
        assert.equal(server?.length, 1)
        assert.ok(generator && generator.length > 0)
        assert.ok(generator.every((cpu) => allowed.includes(cpu) && !server?.includes(cpu)))
        assert.ok(server?.every((cpu) => allowed.includes(cpu)))
      }
    }
  })
})

test('this machine’s plan stays within the allowed CPUs, or says why nothing is pinned', () => {
  const { server, generator, note } = detectPinning()
  if (note) assert.deepEqual([server, generator], [null, null])
  else
    assert.deepEqual(
      server?.filter((cpu) => generator?.includes(cpu)),
      [],
    )
})

test('pinnedCommand runs the program on those CPUs', {
  skip: !onPath('taskset') && 'there is no taskset',
}, () => {
  const allowed = /Cpus_allowed_list:\s*(.*)/.exec(
    execFileSync('cat', ['/proc/self/status'], { encoding: 'utf8' }),
  )?.[1]
  const cpu = parseCpuList(allowed ?? '').at(-1) as number
  const [program = '', ...args] = pinnedCommand([cpu], 'cat', ['/proc/self/status'])
  assert.match(
    execFileSync(program, args, { encoding: 'utf8' }),
    new RegExp(`^Cpus_allowed_list:\\s*${cpu}$`, 'm'),
  )
})

test('pinnedCommand without CPUs pins nothing', () => {
  const command = pinnedCommand(null, 'node', ['a', 'b'])
  assert.deepEqual(command.slice(-3), ['node', 'a', 'b'])
  assert.ok(!command.includes('taskset'))
})
