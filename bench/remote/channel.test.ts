import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { Channel } from './channel.ts'

/** One end of a channel, what it has heard, and the stream that it reads. */
function listen(silence?: number) {
  const heard: unknown[] = []
  const input = new PassThrough()
  const output = new PassThrough()
  let gone: (reason: string) => void
  const ended = new Promise<string>((resolve) => {
    gone = resolve
  })
  const events = { message: (message: unknown) => void heard.push(message), gone: (reason: string) => gone(reason) }
  return { channel: new Channel(input, output, events, silence), heard, input, output, ended }
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
  const silent = listen(1_500)
  const alive = listen(1_500)
  silent.input.write('\n')
  const timer = setInterval(() => alive.input.write('\n'), 300)
  assert.equal(await silent.ended, 'nothing was heard from it for 2 s')
  clearInterval(timer)
  assert.ok(String(silent.output.read()).startsWith('\n'), 'and it gives its own')
  const isOver = await Promise.race([alive.ended.then(() => true), new Promise((resolve) => setTimeout(resolve, 50))])
  assert.equal(isOver, undefined)
  alive.channel.close()
})
