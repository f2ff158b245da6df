import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod/v4'
import { serve } from './serve.ts'

serve(() => {
  const server = new McpServer({ name: 'users', version: '1.0.0' })
  const fields = { id: z.number(), name: z.string(), surname: z.string() }
  const lastUpdate = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
  server.registerTool(
    'updateUsers',
    {
      description: 'Moves the last updates of users by a month',
      inputSchema: { users: z.array(z.object({ ...fields, lastUpdate })) },
      outputSchema: { users: z.array(z.object({ ...fields, lastUpdate: z.string() })) },
    },
    (list) => {
      const users = list.users.map((user) => {
        user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
        return { ...user, lastUpdate: user.lastUpdate.toISOString() }
      })
      const output = { users }
      return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
    },
  )
  return server
})
