import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod/v4'
import { profileOf } from '../../shared/models/profile.ts'
import { serve } from './serve.ts'

let count = 0

serve(() => {
  const server = new McpServer({ name: 'profiles', version: '1.0.0' })
  server.registerTool(
    'json',
    {
      description: 'Returns the next profile',
      outputSchema: {
        id: z.number(),
        profile: z.object({ name: z.string(), email: z.string(), age: z.number() }),
        roles: z.array(z.string()),
        metadata: z.object({ version: z.number(), active: z.boolean(), tags: z.array(z.string()), score: z.number() }),
        createdAt: z.string(),
        updatedAt: z.string(),
      },
    },
    () => {
      const profile = profileOf(++count)
      const { createdAt, updatedAt } = profile
      const output = { ...profile, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
      return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
    },
  )
  return server
})
