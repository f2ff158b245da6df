import { startBunServer } from '@mionjs/platform-bun'
import { initMionRouter, query } from '@mionjs/router'

await initMionRouter({
  hello: query((): { hello: string } => ({ hello: 'world' })),
})

await startBunServer({ port: Number(process.env.PORT), options: { hostname: process.env.HOST } })
