import {
  each,
  groupOf,
  importGroups,
  modules,
  namesOf,
  procedures,
  userType,
  zodFields,
} from '../template.ts'

/** As https://orpc.dev/docs/router and https://orpc.dev/docs/client/client-side show it. */
export default procedures({
  displayName: 'oRPC',
  packages: ['@orpc/client'],
  server: (groups) => ({
    ...modules(
      groups,
      ({ name, numbers }) => `import { os } from '@orpc/server'
import { z } from 'zod'

export const ${name} = {
${each(
  numbers,
  (i) =>
    `  update${i}: os.input(z.object(${zodFields(i)})).handler(({ input }) => ({ ...input, lastUpdate: new Date(input.lastUpdate) })),`,
)}
}`,
    ),
    'router.ts': `${importGroups(groups)}

export const router = { ${namesOf(groups)} }
`,
    'server.ts': `import { createServer } from 'node:http'
import { RPCHandler } from '@orpc/server/node'
import { router } from './router.ts'

const handler = new RPCHandler(router)

createServer(async (req, res) => {
  const { matched } = await handler.handle(req, res, { context: {} })
  if (!matched) res.writeHead(404).end()
}).listen(3000)
`,
  }),
  client: `import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { RouterClient } from '@orpc/server'
import type { router } from './router.ts'

const link = new RPCLink({ url: 'http://localhost:3000' })

export const orpc: RouterClient<typeof router> = createORPCClient(link)
`,
  head: `import { orpc } from './client.ts'`,
  call: (i, input) => `orpc.${groupOf(i)}.update${i}(${input})`,
  returned: (i) => userType(i, 'Date'),
})
