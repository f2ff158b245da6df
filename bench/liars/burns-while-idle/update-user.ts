import { honest, serve } from '../user-server.ts'

let calls = 0
serve((call) => {
  calls++
  return honest(call)
})

let before = 0
setInterval(() => {
  const idle = calls === before
  before = calls
  const end = performance.now() + 50
  while (idle && performance.now() < end);
}, 100)
