import { nextStep } from '../../../core/bundle/status.ts';
import { isRefusal } from '../../../core/refusal.ts';
import type { ActionScope } from '../../kit/action.ts';
import { type BundleRequest, readActive } from './bundle-active.ts';

/** Reads the bundle that is meant, and returns its folder and the one thing to do in it now. */
export async function readNext(request: BundleRequest, context: ActionScope) {
  const active = await readActive(request, context);
  if (isRefusal(active)) return active;
  const { bundle, findings, warnings, snapshot } = active;
  return { root: snapshot.root, next: nextStep(bundle, findings, warnings) };
}
