/**
 * Run by a server's runtime, with the arguments and the environment of the server: tells the engine, and of V8 the tiers of
 * compiler that are on, by V8's own answer. JavaScriptCore has no such answer; it lists its options to stderr when it is told
 * to. Plain JavaScript, since Node can't take types away without compilers.
 */
const { bun, v8, webkit } = process.versions
const engine = bun ? `JavaScriptCore ${webkit}` : `V8 ${v8}`
/** Made at run time, since only a V8 with --allow-natives-syntax reads it. */
const isOn = (tier) => new Function(`return %Is${tier}Enabled()`)() === true
const compilers = ['Sparkplug', 'Maglev', 'Turbofan']
const states = bun ? [] : [['Ignition', true], ...compilers.map((name) => [name, isOn(name)])]
console.log(JSON.stringify({ engine, states }))
