import { startNodeServer } from '@mionjs/platform-node'
import { initMionRouter, query } from '@mionjs/router'

await initMionRouter({
  hello: query((): { hello: string } => ({ hello: 'world' })),
})

await startNodeServer({ port: Number(process.env.PORT) })
