import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complain, print, say, writingTo } from './output.ts'

test('what servers and files say does not control the terminal', async () => {
  const written: string[] = []
  const sink = { write: (text: string) => written.push(text) }
  await writingTo({ out: sink, err: sink }, async () => {
    say('Error: \u001b[2J\u001b]0;title\u0007\u001b[31mred\u001b[0m\b\r\u009b1A end')
    complain('a\u202eb\u0000c')
    print('é 文 ‡\t|\n')
  })
  assert.deepEqual(written, ['Error: red end\n', 'abc\n', 'é 文 ‡\t|\n'])
})
