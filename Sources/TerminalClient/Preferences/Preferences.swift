package import TerminalKit

/// All contents of the configuration file.
package struct Preferences: Sendable {
    package var local = LocalSettings()
    package var color = ColorChoice.auto
    package var blocks = BlockChoice.auto
    var keys = Keys()

    package init() {}
}
