/**
 * `<trellis-connect session="…">`: a button for pages of apps that opens a connect session in a pop-up. It is served as
 * a script of its own (`/connect/element.js`) without imports or styles.
 */

interface Outcome {
  status: 'connected' | 'pending' | 'cancelled';
  client?: string;
}

/** Interval at which the pop-up is checked, since no event reports that it was closed (ms). */
const checkMs = 300;

class TrellisConnect extends HTMLElement {
  static readonly observedAttributes = ['session'];

  readonly #button = document.createElement('button');
  #popup: Window | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #outcome: Outcome | undefined;

  constructor() {
    super();
    const label = document.createElement('slot');
    label.textContent = 'Connect';
    this.#button.type = 'button';
    this.#button.part.add('button');
    this.#button.disabled = true;
    this.#button.append(label);
    this.#button.addEventListener('click', () => this.open());
    this.attachShadow({ mode: 'open', delegatesFocus: true }).append(this.#button);
  }

  /** The address (`href`) of a connect session. */
  get session(): string {
    return this.getAttribute('session') ?? '';
  }

  set session(address: string) {
    this.setAttribute('session', address);
  }

  attributeChangedCallback(): void {
    this.#button.disabled = this.#address() === undefined;
  }

  connectedCallback(): void {
    window.addEventListener('message', this.#onMessage);
    if (this.#popup) this.#awaitClose();
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.#onMessage);
    clearInterval(this.#timer);
  }

  /** Opens the page. Browsers allow pop-ups only while they handle an action of the end user. */
  open(): void {
    const address = this.#address();
    if (!address) return;
    if (this.#popup && !this.#popup.closed) return this.#popup.focus();
    this.#outcome = undefined;
    this.#popup = window.open(address, '', 'popup,width=480,height=720') ?? undefined;
    if (this.#popup) this.#awaitClose();
    // Where pop-ups are blocked, this page navigates there and comes back by `return_url`.
    else window.location.assign(address);
  }

  /** Accepts only http and https: a `javascript:` address would run in this page. */
  #address(): URL | undefined {
    const address = URL.canParse(this.session) ? new URL(this.session) : undefined;
    return address && /^https?:$/.test(address.protocol) ? address : undefined;
  }

  readonly #onMessage = ({ source, origin, data }: MessageEvent): void => {
    if (!this.#popup || source !== this.#popup || origin !== this.#address()?.origin) return;
    const { type, status, client } = data as Outcome & { type?: string };
    if (type !== 'trellis-connect') return;
    this.#outcome = client === undefined ? { status } : { status, client };
    if (status === 'connected') this.#dispatch('connected', { client });
  };

  #awaitClose(): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      if (this.#popup?.closed === false) return;
      clearInterval(this.#timer);
      this.#popup = undefined;
      this.#dispatch('closed', this.#outcome ?? {});
    }, checkMs);
  }

  #dispatch(type: 'connected' | 'closed', detail: Partial<Outcome>): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

if (!customElements.get('trellis-connect')) {
  customElements.define('trellis-connect', TrellisConnect);
}
