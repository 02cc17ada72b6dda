package import TerminalKit

/// All that the configuration file can say.
package struct Preferences: Sendable {
    package var local = LocalSettings()
    package var color = ColorChoice.auto
    package var blocks = BlockChoice.auto
    var keys = Keys()

    package init() {}
}
