import * as v from 'valibot'

const Login = v.object({ email: v.pipe(v.string(), v.email()) })
const Names = v.array(v.string())
const [one, hundred, many] = [1, 100, 10_000].map((length) => Array(length).fill('Ada'))

export const login = (call: number) => v.parse(Login, { email: `a${call}@example.com` })
export const names1 = () => v.parse(Names, one)
export const names100 = () => v.parse(Names, hundred)
export const names10000 = () => v.parse(Names, many)
