import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { Channel, type Clock } from './channel.ts'

class HandClock implements Clock {
  #time = 0
  readonly #actions: (() => void)[] = []

  now(): number {
    return this.#time
  }

  every(_milliseconds: number, action: () => void): () => void {
    this.#actions.push(action)
    return () => {}
  }

  pass(milliseconds: number): void {
    this.#time += milliseconds
    for (const action of this.#actions) action()
  }
}

/** One end of a channel, what it has heard, and the stream that it reads. */
function listen(clock?: Clock) {
  const heard: unknown[] = []
  const reasons: string[] = []
  const input = new PassThrough()
  const output = new PassThrough()
  let resolveEnded: (reason: string) => void
  const ended = new Promise<string>((resolve) => {
    resolveEnded = resolve
  })
  const gone = (reason: string) => {
    reasons.push(reason)
    resolveEnded(reason)
  }
  const events = { message: (message: unknown) => void heard.push(message), gone }
  return { channel: new Channel(input, output, events, clock), heard, reasons, input, output, ended }
}

test('messages arrive whole, however their bytes come, and nothing else does', async () => {
  const { channel, heard, input, output } = listen()
  channel.send({ text: 'line\nbreak' })
  const sent = String(output.read())
  input.write(sent.slice(0, 5))
  input.write(`${sent.slice(5)}\n\n${sent}`)
  while (heard.length < 2) await new Promise(setImmediate)
  assert.deepEqual(heard, [{ text: 'line\nbreak' }, { text: 'line\nbreak' }])
  channel.close()
})

test('the end of the other side is told, and so is what is no message', async () => {
  const { input, ended } = listen()
  input.end()
  assert.equal(await ended, 'it ended the connection')
  const other = listen()
  other.input.write('motd\n')
  assert.equal(await other.ended, 'it sent a line that is no message: motd')
})

test('silence is told, and signs of life without a message are none', async () => {
  const clock = new HandClock()
  const silent = listen(clock)
  const alive = listen(clock)
  silent.input.write('\n')
  for (let second = 1; second <= 15; second++) {
    alive.input.write('\n')
    await new Promise(setImmediate)
    clock.pass(1_000)
  }
  assert.deepEqual([silent.reasons, alive.reasons], [[], []])
  clock.pass(1_000)
  assert.deepEqual([silent.reasons, alive.reasons], [['nothing was heard from it for 15 s'], []])
  assert.equal(silent.output.readableLength, 16, 'and it gives its own')
})

test('a process that could not look for a while reads first what came meanwhile', async () => {
  const clock = new HandClock()
  const { input, reasons } = listen(clock)
  input.write('\n')
  await new Promise(setImmediate)
  clock.pass(60_000)
  clock.pass(1_000)
  assert.deepEqual(reasons, [])
})
