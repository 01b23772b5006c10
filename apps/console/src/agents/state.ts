import type { Agent } from '../api/agents.js';
import type { Tone } from '../components/values.js';

const states: Record<Agent['state'], { tone: Tone; label: string }> = {
  online: { tone: 'good', label: 'Online' },
  offline: { tone: 'bad', label: 'Offline' },
  unpaired: { tone: 'wait', label: 'Not paired' },
};

export const agentState = (state: Agent['state']) => states[state];
