/** `cluster.ts <file> <n>` runs a server's file in n processes that share its port, with `node:cluster`. */
import cluster from 'node:cluster'
import process from 'node:process'

const [, , file = '', workers] = process.argv
cluster.setupPrimary({ exec: file, args: [] })
for (let worker = 0; worker < Number(workers); worker++) cluster.fork()

let stopping = false
process.on('SIGTERM', () => {
  stopping = true
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
})
cluster.on('exit', (worker, status, signal) => {
  if (!stopping) {
    console.error(`Error: worker ${worker.id} ${signal ? `was killed by ${signal}` : `exited with status ${status}`}`)
    process.exit(1)
  }
  if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0)
})
