#include "report/clue/forms.h"

namespace loop::report {

const std::string& clue_style_sheet() {
    static const std::string text = R"xsl(<?xml version="1.0" encoding="UTF-8"?>
<!-- A CLUE report as tables and graphs: `xsltproc clue.xsl clue.xml`, or open clue.xml in a browser. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:output method="html" encoding="UTF-8" indent="yes"/>
<xsl:key name="variation" match="figure" use="@variation"/>

<xsl:template match="/clue">
<html lang="en">
<head>
<title>CLUE: <xsl:value-of select="@system"/></title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #1b1b1b }
table { border-collapse: collapse; margin: 1em 0 }
caption { text-align: left; font-weight: 600 }
th, td { padding: .2em .8em; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
td.graph { width: 16em; border: 0 }
.bar { height: .8em; background: #0072b2 }
.weakness { font-weight: 600 }
</style>
</head>
<body>
<h1>CLUE: <xsl:value-of select="@system"/></h1>
<p><xsl:value-of select="@hardware"/></p>
<p>
  <xsl:if test="@width"><xsl:value-of select="@width"/> x <xsl:value-of select="@height"/> cells a rank, </xsl:if>
  the fastest of <xsl:value-of select="@trials"/> trials, begun <xsl:value-of select="@started"/>
</p>
<xsl:if test="@verdict">
  <p class="weakness"><xsl:value-of select="@verdict"/></p>
  <ul>
    <xsl:for-each select="reason"><li><xsl:value-of select="."/></li></xsl:for-each>
  </ul>
</xsl:if>
<h2>Observations</h2>
<ul>
  <xsl:for-each select="observation">
    <li class="{@kind}"><xsl:value-of select="@about"/>: <xsl:value-of select="."/> (<xsl:value-of select="@sureness"/>)</li>
  </xsl:for-each>
</ul>
<h2>By variation</h2>
<xsl:for-each select="figure[generate-id() = generate-id(key('variation', @variation)[1])]">
  <table>
    <caption><xsl:value-of select="@variation"/></caption>
    <tr><th>ranks</th><th>ACT/s million</th><th>net ACT/s million</th><th>efficiency %</th><th>serial fraction %</th><th>efficiency</th></tr>
    <xsl:for-each select="key('variation', @variation)">
      <tr>
        <td><xsl:value-of select="@ranks"/></td>
        <td><xsl:value-of select="@act_million_per_s"/></td>
        <td><xsl:value-of select="@net_act_million_per_s"/></td>
        <td><xsl:value-of select="@efficiency_percent"/></td>
        <td><xsl:value-of select="@serial_fraction_percent"/></td>
        <td class="graph"><xsl:if test="@efficiency_percent">
          <xsl:variable name="wide"><xsl:choose>
            <xsl:when test="@efficiency_percent &gt; 100">100</xsl:when>
            <xsl:otherwise><xsl:value-of select="@efficiency_percent"/></xsl:otherwise>
          </xsl:choose></xsl:variable>
          <div class="bar" style="width: {$wide}%"></div>
        </xsl:if></td>
      </tr>
    </xsl:for-each>
  </table>
</xsl:for-each>
<h2>Averages</h2>
<table>
  <tr><th>of</th><th>ACT/s million</th><th>efficiency %</th><th>serial fraction %</th></tr>
  <xsl:for-each select="average">
    <tr>
      <td><xsl:value-of select="@of"/><xsl:if test="@kind = 'ranks'"> ranks</xsl:if></td>
      <td><xsl:value-of select="@act_million_per_s"/></td>
      <td><xsl:value-of select="@efficiency_percent"/></td>
      <td><xsl:value-of select="@serial_fraction_percent"/></td>
    </tr>
  </xsl:for-each>
</table>
<xsl:if test="missing">
  <h2>Not measured</h2>
  <ul>
    <xsl:for-each select="missing">
      <li><xsl:value-of select="@variation"/> on <xsl:value-of select="@ranks"/> ranks: <xsl:value-of select="@why"/></li>
    </xsl:for-each>
  </ul>
</xsl:if>
</body>
</html>
</xsl:template>
</xsl:stylesheet>
)xsl";
    return text;
}

} // namespace loop::report
