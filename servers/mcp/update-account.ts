import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod/v4'
import { touchAccount } from '../../shared/models/account.ts'
import { Account } from '../../shared/models/zod/account.ts'
import { serve } from './serve.ts'

serve(() => {
  const server = new McpServer({ name: 'accounts', version: '1.0.0' })
  const { shape } = Account
  server.registerTool(
    'updateAccount',
    {
      description: 'Moves the last update and login of an account',
      inputSchema: shape,
      outputSchema: {
        ...shape,
        createdAt: z.string(),
        updatedAt: z.string(),
        lastLogin: z.string(),
        profile: shape.profile.extend({ birthDate: z.string() }),
      },
    },
    (account) => {
      const { createdAt, updatedAt, lastLogin, profile, ...rest } = touchAccount(account)
      const output = {
        ...rest,
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
        lastLogin: lastLogin.toISOString(),
        profile: { ...profile, birthDate: profile.birthDate.toISOString() },
      }
      return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
    },
  )
  return server
})
