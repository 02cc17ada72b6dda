import Foundation
import Shared
import TestSupport
import Testing

/// The documents, the package and the programs tell one version.
struct VersionTests {
    @Test func theNewestReleaseOfTheChangelogIsTheProgramsVersion() throws {
        let headings = try RecordedText.text(of: "CHANGELOG.md").split(separator: "\n").filter { $0.hasPrefix("## ") }
        let newest = try #require(headings.first { $0 != "## Unreleased" })
        #expect(newest.split(separator: " ").dropFirst().first.map(String.init) == ProductVersion.current, "\(newest)")
    }

    @Test func theDebianPackageHasTheProgramsVersion() throws {
        let first = try #require(try RecordedText.text(of: "debian/changelog").split(separator: "\n").first)
        #expect(first.contains("(\(ProductVersion.current))"), "\(first)")
    }

    /// What is behind a link of the README is there.
    @Test func theLinksOfTheReadmeLeadSomewhere() throws {
        let links = try RecordedText.text(of: "README.md").matches(of: /\]\(([^)#]+)/).map { String($0.output.1) }
        #expect(links.count > 10)
        for link in links where !link.contains("://") { _ = try RecordedText.text(of: link) }
    }
}
