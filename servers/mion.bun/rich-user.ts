import { RpcError } from '@mionjs/core'
import { startBunServer } from '@mionjs/platform-bun'
import { initMionRouter, mutation } from '@mionjs/router'
import { LATEST_DATE } from '#shared/latest-date'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { RichUserBase64 } from '#shared/mion/rich-user'
import { LARGEST, MOST_SESSIONS, type RichUser, updateRichUser } from '#shared/rich-user'

/** By hand, since mion carries no `Uint8Array`. */
function decoded({ contact, ...user }: RichUserBase64): RichUser {
  const keys = new Map(Array.from(contact?.keys ?? [], ([name, key]) => [name, Buffer.from(key, 'base64')]))
  return { ...user, avatar: Buffer.from(user.avatar, 'base64'), contact: contact && { ...contact, keys } }
}

function encoded({ contact, ...user }: RichUser): RichUserBase64 {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const keys = new Map(Array.from(contact?.keys ?? [], ([name, key]) => [name, base64(key)]))
  return { ...user, avatar: base64(user.avatar), contact: contact && { ...contact, keys } }
}

await initMionRouter({
  richUser: mutation((_ctx, user: RichUserBase64): RichUserBase64 => {
    const isBounded = [user.id, ...user.balances.values()].every((value) => value <= LARGEST && value >= -LARGEST)
    if (!isBounded || user.lastUpdate > LATEST_DATE || user.sessions.length > MOST_SESSIONS) {
      throw new RpcError({
        type: 'validation-error',
        publicMessage: 'beyond a limit: id, balances, lastUpdate or sessions',
      })
    }
    return encoded(updateRichUser(decoded(user)))
  }),
})

await startBunServer({ port: Number(process.env.PORT), options: { hostname: process.env.HOST } })
