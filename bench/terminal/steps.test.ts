import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { say, writingTo } from './output.ts'
import { Steps } from './steps.ts'

/** Returns what is written. */
async function written(isTTY: boolean, events: (steps: Steps, pass: (ms: number) => void) => void) {
  let text = ''
  let now = 0
  mock.timers.enable({ apis: ['setTimeout'] })
  const sink = { write: (part: string) => (text += part), isTTY }
  const pass = (ms: number) => {
    now += ms
    mock.timers.tick(ms)
  }
  await writingTo({ out: sink, err: sink }, async () => {
    using steps = new Steps(4, () => now)
    events(steps, pass)
  })
  mock.timers.reset()
  return text
}

test('on a terminal, one line says what is measured, the share done and the time left, below all others', async () => {
  const text = await written(true, (steps, pass) => {
    steps.begins('1/2 a')
    pass(30_000)
    say('1/2  a  5')
    steps.ends('1/2 a')
    steps.begins('1/2 b')
  })
  assert.deepEqual(text.split('\r\x1b[K'), [
    '',
    '0 of 4 (0%): 1/2 a',
    '1/2  a  5\n0 of 4 (0%): 1/2 a',
    '1 of 4 (25%), about 2 min left',
    '1 of 4 (25%), about 2 min left: 1/2 b',
    '',
  ])
})

test('elsewhere there is a line for a process that takes long, and none for another', async () => {
  const text = await written(false, (steps, pass) => {
    steps.begins('1/2 a')
    pass(1_000)
    steps.ends('1/2 a')
    steps.begins('1/2 b')
    pass(11_000)
    steps.begins('1/2 c')
  })
  assert.equal(text, '1/2 b: measuring; 1 of 4 (25%), about 36 s left: 1/2 b\n')
})

test('a process kept from an interrupted command says nothing of the time left', async () => {
  await written(true, (steps, pass) => {
    steps.ends('1/2 a')
    assert.equal(steps.text(), '1 of 4 (25%)')
    steps.begins('1/2 b')
    pass(10_000)
    steps.ends('1/2 b')
    assert.equal(steps.text(), '2 of 4 (50%), about 20 s left')
  })
})
