import { endWithParent, tell } from '../apart.ts';
import { type Curve, measureCurves } from '../curves.ts';

// Measures the curves of the report and tells them.
endWithParent();
await tell<Curve[]>(measureCurves(process.argv.includes('--quick')));
process.exit();
