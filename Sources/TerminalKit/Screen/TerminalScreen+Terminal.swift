extension TerminalScreen {
    /// A screen on a real terminal; run it with the terminal's events.
    package convenience init(
        terminal: Terminal,
        capabilities: Capabilities,
        clock: some Clock<Duration> = ContinuousClock(),
        framesPerSecond: Int = 30
    ) {
        self.init(
            size: terminal.size,
            capabilities: capabilities,
            clock: clock,
            framesPerSecond: framesPerSecond,
            write: { await terminal.write($0) }
        )
    }
}
