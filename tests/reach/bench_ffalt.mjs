// Times the solver of a checkout of ffalt/mah: node bench_ffalt.mjs CHECKOUT < BOARDS
//
// BOARDS: {"boards": [{"tiles": [[x, y, z], ...], "deals": [[group of each tile], ...]}, ...]}. A line of JSON a deal:
// {"ms": CPU, "left": tiles that stay}. Nothing of the checkout is copied: its solver is compiled in memory.
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const checkout = resolve(process.argv[2]);

// TypeScript to JavaScript by what is installed: typescript up to 6 (7 has no API in JavaScript), or esbuild
function compiled(source) {
	for (const place of [join(checkout, 'package.json'), join(process.cwd(), 'package.json')]) {
		for (const name of ['typescript', 'esbuild']) {
			let found;
			try {
				found = createRequire(place)(name);
			} catch {
				continue;
			}
			if (found.transpileModule) {
				const options = { compilerOptions: { module: 'ESNext', target: 'ES2022' } };
				return found.transpileModule(source, options).outputText;
			}
			if (found.transformSync) return found.transformSync(source, { loader: 'ts', format: 'esm' }).code;
		}
	}
	console.error(`no typescript (up to 6) and no esbuild: npm install in ${checkout}, or npm install esbuild here`);
	process.exit(3);
}

async function solverClass() {
	const source = readFileSync(join(checkout, 'src', 'app', 'model', 'solver.ts'), 'utf8');
	const folder = mkdtempSync(join(tmpdir(), 'ffalt-'));
	try {
		const file = join(folder, 'solver.mjs');
		writeFileSync(file, compiled(source));
		return (await import(pathToFileURL(file).href)).Solver;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

const Solver = await solverClass();
const { boards } = JSON.parse(readFileSync(0, 'utf8'));

function decide(tiles, groups) {
	// both spellings of the group's number: the field was renamed
	const stones = tiles.map(([x, y, z], k) => ({ x, y, z, v: groups[k], groupNr: groups[k], groupnr: groups[k] }));
	return new Solver().solveLayout(stones);
}

if (boards.length > 0) decide(boards[0].tiles, boards[0].deals[0]); // compile the hot code before the first is timed
for (const { tiles, deals } of boards) {
	for (const groups of deals) {
		const before = process.cpuUsage();
		const left = decide(tiles, groups);
		const { user, system } = process.cpuUsage(before);
		console.log(JSON.stringify({ ms: (user + system) / 1000, left }));
	}
}
